import type { LexicalDocument, LexicalIndex, LexicalResult } from "@quarry/core";
import { matchesFilter } from "@quarry/core";
import { createMemoryLexicalIndex } from "@quarry/memory";
import type { Broken } from "./expect-red.ts";

const broken = (
  name: string,
  group: string,
  change: (good: LexicalIndex) => Partial<LexicalIndex>,
): Broken<LexicalIndex> => ({
  name,
  group,
  create() {
    const good = createMemoryLexicalIndex();
    return { ...good, ...change(good) };
  },
});

/** Changes the result of `search`. */
const searching =
  (change: (result: LexicalResult) => Partial<LexicalResult>) =>
  ({ search }: LexicalIndex): Partial<LexicalIndex> => ({
    async search(scope, query, topK) {
      const result = await search(scope, query, topK);
      return { ...result, ...change(result) };
    },
  });

const brokenWrites = [
  broken("keeps deleted documents", "writes", () => ({ delete: async () => undefined })),
  broken("does not delete spaces", "writes", (good) => ({
    delete: async (selector) => ("spaceId" in selector ? undefined : good.delete(selector)),
  })),
  broken("deletes the organization with each document", "writes", (good) => ({
    delete: ({ orgId }) => good.delete({ orgId }),
  })),
  broken("keeps the chunks of the previous version", "writes", (good) => {
    const written = new Map<string, LexicalDocument>();
    return {
      replaceDocuments(orgId, documents) {
        const merged = documents.map(({ documentId, entries }) => {
          const before = written.get(documentId)?.entries ?? [];
          const added = entries.map((entry) => ({ ...entry, id: `${entry.id}_${before.length}` }));
          const document = { documentId, entries: [...before, ...added] };
          written.set(documentId, document);
          return document;
        });
        return good.replaceDocuments(orgId, merged);
      },
    };
  }),
  broken("ignores documents without entries", "writes", (good) => ({
    replaceDocuments: (orgId, documents) =>
      good.replaceDocuments(
        orgId,
        documents.filter(({ entries }) => entries.length > 0),
      ),
  })),
  broken("does not index the context", "writes", (good) => ({
    replaceDocuments: (orgId, documents) =>
      good.replaceDocuments(
        orgId,
        documents.map(({ documentId, entries }) => ({
          documentId,
          entries: entries.map((entry) => ({ ...entry, context: "" })),
        })),
      ),
  })),
  broken("replaces in two steps", "writes", (good) => ({
    async replaceDocuments(orgId, documents) {
      for (const { documentId } of documents) await good.delete({ orgId, documentId });
      await Bun.sleep(0);
      await good.replaceDocuments(orgId, documents);
    },
  })),
  broken("lists all documents but one", "writes", (good) => ({
    async *documents(orgId) {
      const [, ...others] = await Array.fromAsync(good.documents(orgId));
      yield* others;
    },
  })),
  broken("fails on a query without words", "writes", (good) => ({
    search(scope, query, topK) {
      if (!/\p{L}/u.test(query)) throw new Error("No words");
      return good.search(scope, query, topK);
    },
  })),
];

const brokenScopes = [
  broken("leaks organizations", "scopes", (good) => ({
    replaceDocuments: (_, documents) => good.replaceDocuments("all", documents),
    search: (scope, query, topK) => good.search({ ...scope, orgId: "all" }, query, topK),
  })),
  broken("ignores the documents of a scope", "scopes", ({ search }) => ({
    search: ({ documentIds: _, ...scope }, query, topK) => search(scope, query, topK),
  })),
  broken("treats an empty list of documents as all documents", "scopes", ({ search }) => ({
    search: ({ documentIds, ...scope }, query, topK) =>
      search(documentIds?.length ? { ...scope, documentIds } : scope, query, topK),
  })),
  broken("ignores the filter", "scopes", ({ search }) => ({
    search: ({ filter: _, ...scope }, query, topK) => search(scope, query, topK),
  })),
  broken("filters after the cutoff", "scopes", (good) => {
    const written = new Map<string, LexicalDocument>();
    return {
      async replaceDocuments(orgId, documents) {
        for (const document of documents) written.set(document.documentId, document);
        await good.replaceDocuments(orgId, documents);
      },
      async search({ filter, ...scope }, query, topK) {
        const result = await good.search(scope, query, topK);
        const passes = (documentId: string) =>
          !filter || matchesFilter(written.get(documentId)?.entries[0]?.metadata ?? {}, filter);
        return { ...result, hits: result.hits.filter(({ documentId }) => passes(documentId)) };
      },
    };
  }),
  broken("keeps the first metadata", "scopes", (good) => {
    const first = new Map<string, LexicalDocument["entries"][number]["metadata"]>();
    return {
      replaceDocuments: (orgId, documents) =>
        good.replaceDocuments(
          orgId,
          documents.map(({ documentId, entries }) => {
            const metadata = first.get(documentId) ?? entries[0]?.metadata ?? {};
            first.set(documentId, metadata);
            return { documentId, entries: entries.map((entry) => ({ ...entry, metadata })) };
          }),
        ),
    };
  }),
  broken("returns a wrong document id", "scopes", (good) => ({
    ...searching(({ hits }) => ({ hits: hits.map((hit) => ({ ...hit, documentId: hit.id })) }))(good),
  })),
];

const brokenRankings = [
  broken(
    "returns the worst hit first",
    "ranking",
    searching(({ hits }) => ({ hits: hits.toReversed() })),
  ),
  broken(
    "orders ties by descending id",
    "ranking",
    searching(({ hits }) => ({
      hits: hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1)),
    })),
  ),
  broken("cuts off by descending id", "ranking", ({ search }) => ({
    async search(scope, query, topK) {
      const { hits, ...result } = await search(scope, query, 1000);
      const kept = hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1)).slice(0, topK);
      return { ...result, hits: kept.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)) };
    },
  })),
  broken(
    "gives every hit the same score",
    "ranking",
    searching(({ hits }) => ({
      hits: hits.map((hit) => ({ ...hit, score: 0.7 })).sort((a, b) => (a.id < b.id ? -1 : 1)),
    })),
  ),
  broken(
    "does not calibrate scores",
    "ranking",
    searching(({ hits }) => ({ hits: hits.map((hit) => ({ ...hit, score: hit.score * 10 })) })),
  ),
  broken("ignores topK", "ranking", ({ search }) => ({
    search: (scope, query) => search(scope, query, 1000),
  })),
  broken(
    "does not count the question's words",
    "ranking",
    searching(() => ({ queryTerms: 0 })),
  ),
  broken(
    "does not count chunks",
    "ranking",
    searching(() => ({ chunkCounts: new Map() })),
  ),
  broken("orders spaces by score instead of similarity", "ranking", (good) => ({
    ...searching(({ hits }) => ({ hits: hits.toSorted((a, b) => b.score - a.score) }))(good),
  })),
];

const brokenSpaces = [
  broken("returns several hits per space from searchEach", "spaces", ({ search }) => ({
    searchEach: (scope, query) => search(scope, query, 100),
  })),
  broken("ignores the scope's documents in searchEach", "spaces", ({ searchEach }) => ({
    searchEach: ({ documentIds: _, ...scope }, query) => searchEach(scope, query),
  })),
  broken("ignores the limit of sketch", "spaces", ({ sketch }) => ({
    sketch: (orgId, query, _, except) => sketch(orgId, query, 100, except),
  })),
  broken("ignores the spaces excluded from sketch", "spaces", ({ sketch }) => ({
    sketch: (orgId, query, limit) => sketch(orgId, query, limit, new Set()),
  })),
  broken("returns the least likely space first", "spaces", ({ sketch }) => ({
    sketch: async (...args) => (await sketch(...args)).toReversed(),
  })),
  broken("sketches deleted spaces", "spaces", ({ sketch }) => ({
    sketch: async (orgId, ...args) => [
      ...(await sketch(orgId, ...args)),
      { spaceId: "spc_garden", score: -9, chunkCount: 0, words: [] },
    ],
  })),
];

/** Lexical indexes with one fault each. */
export const brokenLexicalIndexes: readonly Broken<LexicalIndex>[] = [
  ...brokenWrites,
  ...brokenScopes,
  ...brokenRankings,
  ...brokenSpaces,
  broken("declares durability without having it", "durability", () => ({ durable: true })),
  broken("writes outside of the transaction", "durability", (good) => ({ within: () => good })),
];
