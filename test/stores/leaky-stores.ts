import type { VectorRecord, VectorStore } from "@quarry/core";
import { type BrokenStore, broken, withRecords } from "./broken-store.ts";

const mapped = (change: (record: VectorRecord) => VectorRecord) => (good: VectorStore) => ({
  upsert: (records: readonly VectorRecord[]) => good.upsert(records.map(change)),
});

/** Stores that return records outside of the scope or filter. */
export const leakyStores: readonly BrokenStore[] = [
  broken("ignores the filter", "containment", ({ query }) => ({
    query: ({ scope, model, vector, topK }) => query({ scope, model, vector, topK }),
  })),
  broken("leaks organizations", "scopes", (good) => ({
    ...mapped((record) => ({ ...record, orgId: "all" }))(good),
    query: (query) => good.query({ ...query, scope: { ...query.scope, orgId: "all" } }),
    count: (scope) => good.count({ ...scope, orgId: "all" }),
    delete: (selector) => good.delete({ ...selector, orgId: "all" }),
  })),
  broken(
    "leaks spaces",
    "scopes",
    withRecords((good, known) => ({
      query: (query) => {
        const spaceIds = [...known.values()].map(({ spaceId }) => spaceId);
        return good.query({ ...query, scope: { ...query.scope, spaceIds } });
      },
    })),
  ),
  broken(
    "scores chunks outside of the scope",
    "scores",
    withRecords((good, known) => ({
      scores: async (scoring) => {
        const spaceIds = [...known.values()].map(({ spaceId }) => spaceId);
        return (await good.scores?.({ ...scoring, scope: { ...scoring.scope, spaceIds } })) ?? new Map();
      },
    })),
  ),
  broken("leaks documents", "scopes", ({ query }) => ({
    query: ({ scope: { orgId, spaceIds }, ...rest }) => query({ ...rest, scope: { orgId, spaceIds } }),
  })),
  broken("treats an empty list of documents as all documents", "scopes", ({ query }) => ({
    query: ({ scope: { documentIds, ...scope }, ...rest }) =>
      query({ ...rest, scope: documentIds?.length ? { ...scope, documentIds } : scope }),
  })),
  broken("mixes models", "scopes", (good) => ({
    ...mapped((record) => ({ ...record, model: "any" }))(good),
    query: (query) => good.query({ ...query, model: "any" }),
  })),
  broken("counts too much", "scopes", ({ count }) => ({
    count: ({ orgId, spaceIds }) => count({ orgId, spaceIds }),
  })),
  broken("converts numbers to strings", "containment", (good) => {
    const text = <Value>(value: Value) =>
      JSON.parse(JSON.stringify(value).replace(/-?\b\d+\b(?!")/g, '"$&"')) as Value;
    return {
      ...mapped((record) => ({ ...record, metadata: text(record.metadata) }))(good),
      query: ({ filter, ...query }) => good.query(filter ? { ...query, filter: text(filter) } : query),
    };
  }),
  broken(
    "compares filters for equality",
    "containment",
    withRecords(({ query }, known) => ({
      query: async ({ filter, ...rest }) => {
        const hits = await query({ ...rest, topK: 1e6, ...(filter ? { filter } : {}) });
        if (filter?.kind !== "contains") return hits.slice(0, rest.topK);
        const same = hits.filter(({ id }) => Bun.deepEquals(known.get(id)?.metadata, filter.value));
        return same.slice(0, rest.topK);
      },
    })),
  ),
  broken("excludes missing fields from negations", "operators", ({ query }) => ({
    query: ({ filter, ...rest }) => {
      if (filter?.kind !== "not" || filter.part.kind !== "in")
        return query({ ...rest, ...(filter ? { filter } : {}) });
      return query({
        ...rest,
        filter: { kind: "and", parts: [filter, { kind: "exists", path: filter.part.path }] },
      });
    },
  })),
];
