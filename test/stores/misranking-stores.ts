import { matchesFilter } from "@quarry/core";
import { type BrokenStore, broken, remembering } from "./broken-store.ts";

/** Stores that answer badly. */
export const misrankingStores: readonly BrokenStore[] = [
  broken("wrong order", "ranking", ({ query }) => ({
    query: async (question) => (await query(question)).toReversed(),
  })),
  broken("scores are distances", "ranking", ({ query }) => ({
    query: async (question) => (await query(question)).map((hit) => ({ ...hit, score: 1 - hit.score })),
  })),
  broken("scores are squeezed into 0 to 1", "ranking", ({ query }) => ({
    query: async (question) => (await query(question)).map((hit) => ({ ...hit, score: (1 + hit.score) / 2 })),
  })),
  broken("ties not by id", "ranking", ({ query }) => ({
    query: async (question) =>
      (await query(question)).sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1)),
  })),
  broken("ties by id only after the cut", "ranking", ({ query }) => ({
    query: async (question) => {
      const all = (await query({ ...question, topK: 1e6 })).sort(
        (a, b) => b.score - a.score || (a.id < b.id ? 1 : -1),
      );
      return all.slice(0, question.topK).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    },
  })),
  broken(
    "under-returns with filters",
    "scale",
    remembering(({ query }, known) => ({
      query: async ({ filter, ...rest }) => {
        const hits = await query({ ...rest, topK: rest.topK * 40 });
        const passes = (id: string) => !filter || matchesFilter(known.get(id)?.metadata ?? {}, filter);
        return hits.filter(({ id }) => passes(id)).slice(0, rest.topK);
      },
    })),
  ),
  broken("never answers with more than 100", "scale", ({ query }) => ({
    query: (question) => query({ ...question, topK: Math.min(question.topK, 100) }),
  })),
  broken("an index that finds nine of ten", "scale", ({ query }) => ({
    query: async (question) => {
      const hits = await query({ ...question, topK: question.topK * 2 });
      const found = hits.filter(({ id }) => Bun.hash(id) % 10n > 0n);
      return (hits.length > question.topK ? found : hits).slice(0, question.topK);
    },
  })),
  broken("leaves out what is at a right angle or beyond", "ranking", ({ query }) => ({
    query: async (question) => (await query(question)).filter(({ score }) => score > 0),
  })),
];
