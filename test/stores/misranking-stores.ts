import { matchesFilter } from "@quarry/core";
import { type BrokenStore, broken, withRecords } from "./broken-store.ts";

/** Stores that return wrong rankings. */
export const misrankingStores: readonly BrokenStore[] = [
  broken("returns the worst hit first", "ranking", ({ query }) => ({
    query: async (question) => (await query(question)).toReversed(),
  })),
  broken("returns distances as scores", "ranking", ({ query }) => ({
    query: async (question) => (await query(question)).map((hit) => ({ ...hit, score: 1 - hit.score })),
  })),
  broken("scales scores to [0, 1]", "ranking", ({ query }) => ({
    query: async (question) => (await query(question)).map((hit) => ({ ...hit, score: (1 + hit.score) / 2 })),
  })),
  broken("orders ties by descending id", "ranking", ({ query }) => ({
    query: async (question) =>
      (await query(question)).sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1)),
  })),
  broken("orders ties by id only after the cutoff", "ranking", ({ query }) => ({
    query: async (question) => {
      const all = (await query({ ...question, topK: 1e6 })).sort(
        (a, b) => b.score - a.score || (a.id < b.id ? 1 : -1),
      );
      return all.slice(0, question.topK).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    },
  })),
  broken(
    "returns too few hits with filters",
    "scale",
    withRecords(({ query }, known) => ({
      query: async ({ filter, ...rest }) => {
        const hits = await query({ ...rest, topK: rest.topK * 40 });
        const passes = (id: string) => !filter || matchesFilter(known.get(id)?.metadata ?? {}, filter);
        return hits.filter(({ id }) => passes(id)).slice(0, rest.topK);
      },
    })),
  ),
  broken("never returns more than 100 hits", "scale", ({ query }) => ({
    query: (question) => query({ ...question, topK: Math.min(question.topK, 100) }),
  })),
  broken("has an index with a recall of 90%", "scale", ({ query }) => ({
    query: async (question) => {
      const hits = await query({ ...question, topK: question.topK * 2 });
      const found = hits.filter(({ id }) => Bun.hash(id) % 10n > 0n);
      return (hits.length > question.topK ? found : hits).slice(0, question.topK);
    },
  })),
  broken("returns distances as the scores of given chunks", "scores", ({ scores }) => ({
    scores: async (scoring) =>
      new Map([...((await scores?.(scoring)) ?? [])].map(([id, score]) => [id, 1 - score])),
  })),
  broken("scores no more than 100 given chunks", "scores", ({ scores }) => ({
    scores: async (scoring) => (await scores?.({ ...scoring, ids: scoring.ids.slice(0, 100) })) ?? new Map(),
  })),
  broken("omits hits with a score of 0 or below", "ranking", ({ query }) => ({
    query: async (question) => (await query(question)).filter(({ score }) => score > 0),
  })),
];
