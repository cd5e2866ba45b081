import { createSpaceSketch, type SpaceEvidence } from "@quarry/core";
import type { Run } from "../sql-executor.ts";
import { createBreather } from "./breather.ts";
import { SPACES_AT_ONCE } from "./search.ts";
import type { SegmentReader } from "./segment-reader.ts";
import { createSpaceTerms, findTerms, readLists } from "./space-terms.ts";
import { openSpaces } from "./space-view.ts";
import { wordKey } from "./term-key.ts";

/** Judges by their vocabularies which of some spaces may answer a question, in one transaction. */
export async function sketchSpaces(
  run: Run,
  reader: SegmentReader,
  orgId: string,
  spaceIds: readonly string[],
  query: string,
): Promise<SpaceEvidence[]> {
  const ids = [...new Set(spaceIds)];
  const sketch = createSpaceSketch(query);
  const breathe = createBreather();
  for (let start = 0; start < ids.length; start += SPACES_AT_ONCE) {
    const views = await openSpaces(run, reader, orgId, ids.slice(start, start + SPACES_AT_ONCE));
    const asked = [];
    for (const view of views) {
      await breathe();
      const words = view.chunkCount > 0 ? sketch.termsIn(view.language) : [];
      asked.push({ view, words, terms: createSpaceTerms(view), keys: new Set(words.map(wordKey)) });
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
    for (const { view, words, terms } of asked) {
      await breathe();
      sketch.add(view.spaceId, view.chunkCount, words.map(terms.wordFrequency));
    }
  }
  const evidence: SpaceEvidence[] = [];
  for (const one of sketch.evidence()) {
    await breathe();
    evidence.push(one);
  }
  return evidence;
}
