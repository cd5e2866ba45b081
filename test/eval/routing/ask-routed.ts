import type { Quarry } from "@quarry/sdk";
import { Progress } from "../progress.ts";
import type { RoutedSpace } from "./routed-spaces.ts";

/** A space on the server. */
export interface LoadedSpace extends RoutedSpace {
  readonly spaceId: string;
}

/** The recommendations for one question, regardless of their relevance. */
export interface Routed {
  readonly collection: string;
  /** Position of the question's own space in the recommendations, from 0; -1 if it is not among the first three. */
  readonly rank: number;
  /** Relevance of the first recommendation; 0 without recommendations. */
  readonly relevance: number;
}

/** Requests recommendations for the questions of several spaces. */
export async function askRouted(
  quarry: Quarry,
  spaces: readonly LoadedSpace[],
  questionsEach: number | undefined,
  title: string,
): Promise<Routed[]> {
  const selected = spaces.flatMap(({ collection, spaceId, questions }) =>
    questions.slice(0, questionsEach).map(({ text }) => ({ collection, spaceId, text })),
  );
  const progress = new Progress(title, selected.length);
  const routed: Routed[] = [];
  for (const { collection, spaceId, text } of selected) {
    const { recommendations } = await quarry.smartQuery({ query: text, limit: 3, minRelevance: 0 });
    const rank = recommendations.findIndex((recommended) => recommended.spaceId === spaceId);
    routed.push({ collection, rank, relevance: recommendations[0]?.relevanceScore ?? 0 });
    progress.advance(1);
  }
  progress.end();
  return routed;
}
