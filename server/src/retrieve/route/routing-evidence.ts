import type { LexicalIndex } from "@quarry/core";
import type { RoutingEvidence } from "@quarry/core/internal";
import { DESCRIPTIONS } from "../../indexes/records/index-records.ts";

/** A space's evidence, with the question's words that support it. */
export interface NamedEvidence extends RoutingEvidence {
  /** The question's words that occur in the space's passages, rarest first. */
  readonly words: readonly string[];
}

/** Evidence for spaces, not yet checked against the database. */
export interface FoundEvidence {
  readonly evidence: readonly NamedEvidence[];
  readonly queryTerms: number;
}

/** A request for evidence. */
export interface EvidenceSearch {
  readonly orgId: string;
  readonly question: string;
  /** Number of spaces to compare by vocabulary, and the same number by description. */
  readonly depth: number;
  /** Number of spaces to search, which is the most expensive part. */
  readonly searched: number;
  /** Ids of spaces to skip. */
  readonly except: ReadonlySet<string>;
}

/** Collects evidence for the likeliest spaces: two short lists, by vocabulary and by description, then a search in a few. */
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
  // The list of descriptions was cut off, so the spaces with the best vocabulary may be missing from it.
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
