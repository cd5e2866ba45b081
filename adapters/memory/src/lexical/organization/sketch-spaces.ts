import type { SpaceEvidence } from "@quarry/core";
import {
  createSketchQuestion,
  createSpaceShortlist,
  createSpaceSketch,
  createYieldToEventLoop,
  SEARCH_SLICE_MS,
  type SketchQuestion,
  type YieldToEventLoop,
} from "@quarry/core/internal";
import type { SpaceIndex } from "../space/space-index.ts";
import type { OrganizationIndex } from "./organization-index.ts";
import type { NumberedSpace, WideOrganization } from "./wide-organization.ts";

/**
 * Finds the spaces whose vocabularies fit a question.
 * @param current Returns the organization; called again after every yield, because its spaces may have changed.
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
  const yieldToEventLoop = createYieldToEventLoop(SEARCH_SLICE_MS);
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
  if (wide)
    await holdByVocabulary(wide, [...organization.languages].map(question.termsIn), hold, yieldToEventLoop);
  else await holdBySpace(spaces, question, hold, yieldToEventLoop);
  const chosen = shortlist.best(limit);

  const sketch = createSpaceSketch(question, chosen);
  for (const spaceId of chosen.spaceIds) {
    await yieldToEventLoop();
    const space = current()?.spaces.get(spaceId);
    if (!space || space.size() === 0) continue;
    const language = space.language();
    const frequencies = question.termsIn(language).map((term) => frequency(space, term));
    sketch.add(spaceId, language, space.size(), frequencies);
  }
  return sketch.evidence();
}

type Hold = (place: number, space: number) => void;

/** @param lists The question's terms, in each language that a space may have. */
async function holdByVocabulary(
  wide: WideOrganization,
  lists: readonly (readonly string[])[],
  hold: Hold,
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  for (const place of lists[0]?.keys() ?? []) {
    await yieldToEventLoop();
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
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  for (const [at, one] of spaces.entries()) {
    await yieldToEventLoop();
    if (!one) continue;
    for (const [place, term] of question.termsIn(one.space.language()).entries())
      if (frequency(one.space, term) > 0) hold(place, at);
  }
}

function frequency({ words }: SpaceIndex, term: string): number {
  return words.documentFrequency(words.find(term));
}
