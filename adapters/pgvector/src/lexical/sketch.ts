import type { SpaceEvidence } from "@quarry/core";
import {
  createSketchQuestion,
  createSpaceShortlist,
  createSpaceSketch,
  type Language,
  type SketchQuestion,
} from "@quarry/core/internal";
import type { Run } from "../sql-executor.ts";
import { createBreather } from "./breather.ts";
import type { OrganizationSegments } from "./organization-segments.ts";
import type { SegmentReader } from "./segment-reader.ts";
import { type QuestionKeys, questionKeys } from "./space-filters.ts";
import { createSpaceTerms, findTerms, readLists } from "./space-terms.ts";
import { openSpaces } from "./space-view.ts";
import { wordKey } from "./term-key.ts";

/** Spaces between two pauses: one takes about a microsecond. */
const AT_ONCE = 256;

/** What is asked of an organization's vocabularies. */
export interface SketchRequest {
  readonly orgId: string;
  readonly query: string;
  readonly limit: number;
  readonly except: ReadonlySet<string>;
}

/**
 * Judges by their vocabularies which spaces may answer a question, in one transaction: the filters in the headers, which
 * are in memory, make the shortlist; only its spaces' dictionaries are read.
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
  const breathe = createBreather();
  const filters = await organizations.filters(run, reader, orgId);
  for (const [at, { spaceId, language, chunkCount }] of filters.spaces.entries()) {
    if (at % AT_ONCE === 0) await breathe();
    if (except.has(spaceId)) continue;
    const number = shortlist.add(spaceId, chunkCount);
    filters.held(at, keysIn(language).asked, (place) => shortlist.hold(place, number));
  }
  const chosen = shortlist.best(limit);

  const views = await openSpaces(run, reader, orgId, chosen.spaceIds);
  const asked = [];
  for (const view of views) {
    await breathe();
    if (view.chunkCount === 0) continue;
    const keys = new Set(keysIn(view.language).keys);
    asked.push({ view, terms: createSpaceTerms(view), keys });
  }
  await findTerms(run, reader, orgId, asked);
  // Only where documents have died does the number of a list's postings not tell how many live.
  const parts = asked.flatMap(({ terms }) => [...terms.parts.values()].flat());
  await readLists(
    run,
    reader,
    orgId,
    parts.filter(({ segment }) => segment.dead),
  );
  const sketch = createSpaceSketch(question, chosen);
  for (const { view, terms } of asked) {
    await breathe();
    const frequencies = question.termsIn(view.language).map(terms.wordFrequency);
    sketch.add(view.spaceId, view.language, view.chunkCount, frequencies);
  }
  return sketch.evidence();
}

/** Reads the keys of a question's terms once for each language. */
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
