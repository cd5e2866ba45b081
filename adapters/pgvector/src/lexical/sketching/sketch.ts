import type { SpaceEvidence } from "@quarry/core";
import {
  createSketchQuestion,
  createSpaceShortlist,
  createSpaceSketch,
  createYieldToEventLoop,
  type Language,
  SEARCH_SLICE_MS,
  type SketchQuestion,
} from "@quarry/core/internal";
import type { Run } from "../../sql/sql-executor.ts";
import { wordKey } from "../encoding/term-key.ts";
import { openSpaces } from "../spaces/open-spaces.ts";
import { createSpaceTerms, findTerms, readLists } from "../spaces/space-terms.ts";
import type { SegmentReader } from "../storage/segment-reader.ts";
import type { OrganizationSegments } from "./organization-segments.ts";
import { type QuestionKeys, questionKeys } from "./space-filters.ts";

/** Spaces per time check; one takes about a microsecond. */
const SPACES_PER_CHECK = 256;

/** Arguments of `LexicalIndex.sketch`. */
export interface SketchRequest {
  readonly orgId: string;
  readonly query: string;
  readonly limit: number;
  readonly except: ReadonlySet<string>;
}

/**
 * Finds the spaces whose vocabularies fit a question, in one transaction. The Bloom filters in the cached headers
 * produce the shortlist; only the dictionaries of its spaces are read.
 */
export async function sketchSpaces(
  run: Run,
  reader: SegmentReader,
  organizations: OrganizationSegments,
  { orgId, query, limit, except }: SketchRequest,
): Promise<SpaceEvidence[]> {
  const question = createSketchQuestion(query);
  const keysIn = createKeys(question);
  const shortlist = createSpaceShortlist();
  const yieldToEventLoop = createYieldToEventLoop(SEARCH_SLICE_MS);
  const filters = await organizations.filters(run, reader, orgId);
  for (const [at, { spaceId, language, chunkCount }] of filters.spaces.entries()) {
    if (at % SPACES_PER_CHECK === 0) await yieldToEventLoop();
    if (except.has(spaceId)) continue;
    const number = shortlist.add(spaceId, chunkCount);
    filters.visitHeld(at, keysIn(language).asked, (place) => shortlist.hold(place, number));
  }
  const chosen = shortlist.best(limit);

  const views = await openSpaces(run, reader, orgId, chosen.spaceIds);
  const asked = [];
  for (const view of views) {
    await yieldToEventLoop();
    if (view.chunkCount === 0) continue;
    const keys = new Set(keysIn(view.language).keys);
    asked.push({ view, terms: createSpaceTerms(view), keys });
  }
  await findTerms(run, reader, orgId, asked);
  // Only for segments with retired documents does the length of a list differ from its number of live chunks.
  const parts = asked.flatMap(({ terms }) => [...terms.parts.values()].flat());
  await readLists(
    run,
    reader,
    orgId,
    parts.filter(({ segment }) => segment.dead),
  );
  const sketch = createSpaceSketch(question, chosen);
  for (const { view, terms } of asked) {
    await yieldToEventLoop();
    const frequencies = question.termsIn(view.language).map(terms.wordFrequency);
    sketch.add(view.spaceId, view.language, view.chunkCount, frequencies);
  }
  return sketch.evidence();
}

/** Hashes the question's terms once per language. */
function createKeys(question: SketchQuestion) {
  const known = new Map<Language, { readonly keys: readonly number[]; readonly asked: QuestionKeys }>();
  return (language: Language) => {
    const found = known.get(language);
    if (found) return found;
    const keys = question.termsIn(language).map(wordKey);
    const made = { keys, asked: questionKeys(keys) };
    known.set(language, made);
    return made;
  };
}
