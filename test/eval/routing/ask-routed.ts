import type { Quarry } from "@quarry/sdk";
import { Progress } from "../progress.ts";
import type { RoutedSpace } from "./routed-spaces.ts";

/** A space that is on the server. */
export interface LoadedSpace extends RoutedSpace {
  readonly spaceId: string;
}

/** What was recommended for one question, whatever its relevance. */
export interface Routed {
  readonly collection: string;
  /** Place of the question's own space among the recommended, from 0; -1 when it is not among the first three. */
  readonly rank: number;
  /** Of the first recommendation; 0 when there was none. */
  readonly relevance: number;
}

/** Asks the questions of some spaces. */
export async function askRouted(
  quarry: Quarry,
  spaces: readonly LoadedSpace[],
  questionsEach: number | undefined,
  what: string,
): Promise<Routed[]> {
  const asked = spaces.flatMap(({ collection, spaceId, questions }) =>
    questions.slice(0, questionsEach).map(({ text }) => ({ collection, spaceId, text })),
  );
  const progress = new Progress(what, asked.length);
  const routed: Routed[] = [];
  for (const { collection, spaceId, text } of asked) {
    const { recommendations } = await quarry.smartQuery({ query: text, limit: 3, minRelevance: 0 });
    const rank = recommendations.findIndex((recommended) => recommended.spaceId === spaceId);
    routed.push({ collection, rank, relevance: recommendations[0]?.relevanceScore ?? 0 });
    progress.advance(1);
  }
  progress.end();
  return routed;
}
