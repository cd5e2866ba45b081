import type { LexicalIndex } from "@quarry/core";
import type { RoutingEvidence } from "@quarry/core/internal";
import { DESCRIPTIONS } from "../../indexes/records/index-records.ts";

/** A space's evidence with the words that speak for it. */
export interface NamedEvidence extends RoutingEvidence {
  /** The question's words that its passages hold, the rarest first. */
  readonly words: readonly string[];
}

/** What speaks for which spaces; not yet checked against the live rows. */
export interface FoundEvidence {
  readonly evidence: readonly NamedEvidence[];
  readonly queryTerms: number;
}

/** What to look for. */
export interface EvidenceSearch {
  readonly orgId: string;
  readonly question: string;
  /** Spaces that are compared by vocabulary, and as many by description. */
  readonly depth: number;
  /** Spaces that get a search, which costs most. */
  readonly searched: number;
  /** Spaces that are not to be considered. */
  readonly except: ReadonlySet<string>;
}

/** Collects the evidence for the likeliest spaces: two looks at short lists, then a search in a few spaces. */
export async function findEvidence(
  lexical: LexicalIndex,
  { orgId, question, depth, searched, except }: EvidenceSearch,
): Promise<FoundEvidence> {
  const descriptions = { orgId, spaceIds: [DESCRIPTIONS] };
  const [sketches, described] = await Promise.all([
    lexical.sketch(orgId, question, depth, new Set([...except, DESCRIPTIONS])),
    lexical.search(descriptions, question, depth + except.size),
  ]);
  const sketched = sketches.map(({ spaceId }) => spaceId);
  const hits = described.hits.filter(({ documentId }) => !except.has(documentId));
  // Where there are more descriptions than were asked for, those of the likeliest spaces may be missing.
  if (hits.length >= depth)
    hits.push(...(await lexical.search({ ...descriptions, documentIds: sketched }, question, depth)).hits);
  const descriptionScores = new Map(hits.map(({ documentId, score }) => [documentId, score]));

  const wellDescribed = new Set(hits.slice(0, searched).map(({ documentId }) => documentId));
  const likely = sketched.filter((spaceId, rank) => rank < searched || wellDescribed.has(spaceId));
  const found = await lexical.searchEach({ orgId, spaceIds: likely }, question);
  const bestScores = new Map(found.hits.map(({ spaceId, score }) => [spaceId, score]));

  const bySketch = new Map(sketches.map((sketch) => [sketch.spaceId, sketch]));
  const spaceIds = new Set([...sketched, ...descriptionScores.keys()]);
  return {
    evidence: [...spaceIds].map((spaceId): NamedEvidence => {
      const sketch = bySketch.get(spaceId);
      return {
        spaceId,
        bestScore: bestScores.get(spaceId) ?? 0,
        chunkCount: sketch?.chunkCount ?? 0,
        sketch: sketch?.score ?? 0,
        descriptionScore: descriptionScores.get(spaceId) ?? 0,
        words: sketch?.words ?? [],
      };
    }),
    queryTerms: Math.max(described.queryTerms, found.queryTerms),
  };
}
