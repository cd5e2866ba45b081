import { createSpaceSketch, type SpaceEvidence } from "@quarry/core";
import { createBreather } from "../breather.ts";
import type { SpaceIndex } from "./space-index.ts";

/**
 * Judges by their vocabularies which of some spaces may answer a question; a space without chunks scores 0.
 * @param find The index of a space; asked when its turn comes, since spaces come and go in between.
 */
export async function sketchSpaces(
  spaceIds: Iterable<string>,
  find: (spaceId: string) => SpaceIndex | undefined,
  query: string,
): Promise<SpaceEvidence[]> {
  const sketch = createSpaceSketch(query);
  const breathe = createBreather();
  for (const spaceId of spaceIds) {
    await breathe();
    const space = find(spaceId);
    const terms = space ? sketch.termsIn(space.language()) : [];
    const frequencies = terms.map((term) => space?.words.documentFrequency(space.words.find(term)) ?? 0);
    sketch.add(spaceId, space?.size() ?? 0, frequencies);
  }
  const evidence: SpaceEvidence[] = [];
  for (const one of sketch.evidence()) {
    await breathe();
    evidence.push(one);
  }
  return evidence;
}
