import type { Recommendation, Space } from "@quarry/sdk";
import { chosenSpaces, type PlaygroundSearch } from "./playground-search.ts";

/** A space that a question was asked. */
export interface AskedSpace {
  readonly id: string;
  readonly name: string;
}

/** The spaces that a question was asked: the chosen ones, or the ones that the server recommended. */
export function askedSpaces(
  search: PlaygroundSearch,
  spaces: readonly Space[],
  recommendations: readonly Recommendation[] = [],
): AskedSpace[] {
  const chosen = chosenSpaces(search);
  if (chosen.length === 0) return recommendations.map(({ spaceId, name }) => ({ id: spaceId, name }));
  return spaces.filter(({ id, slug }) => chosen.includes(id) || chosen.includes(slug));
}
