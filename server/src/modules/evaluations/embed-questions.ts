import { QuarryError } from "@quarry/core";
import pLimit from "p-limit";
import type { SearchLegs } from "../../retrieve/search/search.ts";
import { takeTurn } from "./take-turn.ts";

/** Has the questions of an evaluation embedded and remembered, several at a time. */
export type EmbedQuestions = (questions: {
  readonly orgId: string;
  readonly spaceId: string;
  readonly questions: readonly string[];
  readonly signal: AbortSignal;
}) => Promise<void>;

/** Calls of the embedding provider at a time. */
const CALLS = 8;

/**
 * Creates it. A provider that is far away is asked side by side, and what is measured afterwards is the search alone. The
 * question is asked for its nearest chunk, which is what makes the service remember its vector.
 */
export function createEmbedQuestions(searchLegs: SearchLegs): EmbedQuestions {
  return async ({ orgId, spaceId, questions, signal }) => {
    const limit = pLimit(CALLS);
    const embed = async (question: string) => {
      await takeTurn(signal);
      const search = {
        orgId,
        spaceIds: [spaceId],
        question,
        mode: "vector",
        filter: undefined,
        depth: 1,
      } as const;
      await searchLegs(search).catch((error: unknown) => {
        // The search itself will meet it again, and knows how to do without vectors.
        if (!QuarryError.isInstance(error) || error.code !== "unavailable") throw error;
      });
    };
    await Promise.all([...new Set(questions)].map((question) => limit(() => embed(question))));
  };
}
