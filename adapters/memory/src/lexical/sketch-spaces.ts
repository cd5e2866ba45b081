import {
  createSketchQuestion,
  createSpaceShortlist,
  createSpaceSketch,
  type SpaceEvidence,
} from "@quarry/core";
import { createBreather } from "../breather.ts";
import type { SpaceIndex } from "./space-index.ts";

/** Spaces between two pauses: one takes about a microsecond. */
const AT_ONCE = 16;

/**
 * Judges by their vocabularies which spaces may answer a question.
 * @param current The organization's spaces; asked anew after every pause, since they come and go in between.
 */
export async function sketchSpaces(
  current: () => ReadonlyMap<string, SpaceIndex>,
  query: string,
  limit: number,
  except: ReadonlySet<string>,
): Promise<SpaceEvidence[]> {
  const question = createSketchQuestion(query);
  const shortlist = createSpaceShortlist();
  const breathe = createBreather();
  let looked = 0;
  for (const [spaceId, space] of current()) {
    if (looked++ % AT_ONCE === 0) await breathe();
    if (except.has(spaceId) || space.size() === 0) continue;
    const terms = question.termsIn(space.language());
    shortlist.add(spaceId, space.size(), terms.length, (at) => frequency(space, terms[at] as string) > 0);
  }
  const chosen = shortlist.best(limit);
  const sketch = createSpaceSketch(question, chosen);
  for (const spaceId of chosen.spaceIds) {
    await breathe();
    const space = current().get(spaceId);
    if (!space || space.size() === 0) continue;
    const language = space.language();
    const frequencies = question.termsIn(language).map((term) => frequency(space, term));
    sketch.add(spaceId, language, space.size(), frequencies);
  }
  return sketch.evidence();
}

function frequency({ words }: SpaceIndex, term: string): number {
  return words.documentFrequency(words.find(term));
}
