import type { SpaceEvidence } from "@quarry/core";
import {
  createSketchQuestion,
  createSpaceShortlist,
  createSpaceSketch,
  type SketchQuestion,
} from "@quarry/core/internal";
import { createBreather } from "../breather.ts";
import type { OrganizationIndex } from "./organization-index.ts";
import type { SpaceIndex } from "./space-index.ts";
import type { NumberedSpace, WideOrganization } from "./wide-organization.ts";

/**
 * Judges by their vocabularies which spaces may answer a question.
 * @param current The organization; asked anew after every pause, since its spaces come and go in between.
 */
export async function sketchSpaces(
  current: () => OrganizationIndex | undefined,
  query: string,
  limit: number,
  except: ReadonlySet<string>,
): Promise<SpaceEvidence[]> {
  const organization = current();
  if (!organization) return [];
  const question = createSketchQuestion(query);
  const breathe = createBreather();
  const wide = organization.wide();
  const spaces = wide
    ? wide.spaces
    : Array.from(organization.spaces, ([spaceId, space]): NumberedSpace => ({ spaceId, space }));
  const shortlist = createSpaceShortlist();
  const numbers = spaces.map((one) =>
    !one || except.has(one.spaceId) || one.space.size() === 0
      ? -1
      : shortlist.add(one.spaceId, one.space.size()),
  );
  const hold = (place: number, at: number) => {
    const number = numbers[at] ?? -1;
    if (number >= 0) shortlist.hold(place, number);
  };
  if (wide) await holdByVocabulary(wide, [...organization.languages].map(question.termsIn), hold, breathe);
  else await holdBySpace(spaces, question, hold, breathe);
  const chosen = shortlist.best(limit);

  const sketch = createSpaceSketch(question, chosen);
  for (const spaceId of chosen.spaceIds) {
    await breathe();
    const space = current()?.spaces.get(spaceId);
    if (!space || space.size() === 0) continue;
    const language = space.language();
    const frequencies = question.termsIn(language).map((term) => frequency(space, term));
    sketch.add(spaceId, language, space.size(), frequencies);
  }
  return sketch.evidence();
}

type Hold = (place: number, space: number) => void;

/** @param lists The question's terms in every language that a space may be in. */
async function holdByVocabulary(
  wide: WideOrganization,
  lists: readonly (readonly string[])[],
  hold: Hold,
  breathe: () => Promise<void>,
): Promise<void> {
  for (const place of lists[0]?.keys() ?? []) {
    await breathe();
    const [term, ...others] = new Set(lists.map((terms) => terms[place] ?? ""));
    let holders = wide.holders(term ?? "");
    if (others.length > 0)
      holders = [...new Set([...holders, ...others.flatMap((one) => wide.holders(one))])];
    for (const space of holders) hold(place, space);
  }
}

async function holdBySpace(
  spaces: readonly (NumberedSpace | undefined)[],
  question: SketchQuestion,
  hold: Hold,
  breathe: () => Promise<void>,
): Promise<void> {
  for (const [at, one] of spaces.entries()) {
    await breathe();
    if (!one) continue;
    for (const [place, term] of question.termsIn(one.space.language()).entries())
      if (frequency(one.space, term) > 0) hold(place, at);
  }
}

function frequency({ words }: SpaceIndex, term: string): number {
  return words.documentFrequency(words.find(term));
}
