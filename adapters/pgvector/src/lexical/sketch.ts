import {
  createSketchQuestion,
  createSpaceShortlist,
  createSpaceSketch,
  type Language,
  majorityLanguage,
  type SketchQuestion,
  type SpaceEvidence,
  type SpaceShortlist,
} from "@quarry/core";
import type { Run } from "../sql-executor.ts";
import { mayHold } from "./bloom-filter.ts";
import { createBreather } from "./breather.ts";
import type { OrganizationSegments, SpaceSegments } from "./organization-segments.ts";
import type { SegmentReader } from "./segment-reader.ts";
import { createSpaceTerms, findTerms, readLists } from "./space-terms.ts";
import { openSpaces } from "./space-view.ts";
import { wordKey } from "./term-key.ts";

/** Spaces between two pauses: one takes about a microsecond. */
const AT_ONCE = 16;

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
  let looked = 0;
  for (const space of await organizations.spaces(run, reader, orgId)) {
    if (looked++ % AT_ONCE === 0) await breathe();
    if (!except.has(space.spaceId)) consider(shortlist, space, keysIn);
  }
  const chosen = shortlist.best(limit);

  const views = await openSpaces(run, reader, orgId, chosen.spaceIds);
  const asked = [];
  for (const view of views) {
    await breathe();
    if (view.chunkCount === 0) continue;
    const keys = new Set(keysIn(view.language));
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
function createKeys(question: SketchQuestion): (language: Language) => readonly number[] {
  const known = new Map<Language, readonly number[]>();
  return (language) => {
    const keys = known.get(language) ?? question.termsIn(language).map(wordKey);
    known.set(language, keys);
    return keys;
  };
}

function consider(
  shortlist: SpaceShortlist,
  { spaceId, headers, chunkCount }: SpaceSegments,
  keysIn: (language: Language) => readonly number[],
): void {
  const number = shortlist.add(spaceId, chunkCount);
  for (const [place, key] of keysIn(languageOf(headers)).entries())
    if (headers.some(({ wordFilter }) => mayHold(wordFilter, key))) shortlist.hold(place, number);
}

function languageOf(headers: SpaceSegments["headers"]): Language {
  const [first] = headers;
  if (headers.length === 1 && first) return majorityLanguage(first.languageChunks);
  const chunks = new Map<Language, number>();
  for (const { languageChunks } of headers)
    for (const [language, count] of languageChunks) chunks.set(language, (chunks.get(language) ?? 0) + count);
  return majorityLanguage(chunks);
}
