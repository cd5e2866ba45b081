import { QuarryError } from "@quarry/core";
import pLimit from "p-limit";
import type { LegSearch } from "../../retrieve/search/search-legs.ts";
import { takeTurn } from "./take-turn.ts";

/** Embeds the questions of an evaluation concurrently, so that the query service finds them in its cache. */
export type EmbedQuestions = (questions: {
  readonly orgId: string;
  readonly spaceId: string;
  readonly questions: readonly string[];
  readonly signal: AbortSignal;
}) => Promise<void>;

/** Concurrent calls of the embedding provider. */
const CONCURRENT_CALLS = 8;

/**
 * Creates the function. With cached vectors, the evaluation then measures the search alone and does not wait for a
 * distant provider. A search for a single hit fills the cache.
 */
export function createEmbedQuestions(legSearch: LegSearch): EmbedQuestions {
  return async ({ orgId, spaceId, questions, signal }) => {
    const limit = pLimit(CONCURRENT_CALLS);
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
      await legSearch.search(search).catch((error: unknown) => {
        // The query service handles a provider that is unavailable.
        if (!QuarryError.isInstance(error) || error.code !== "unavailable") throw error;
      });
    };
    await Promise.all([...new Set(questions)].map((question) => limit(() => embed(question))));
  };
}
