import {
  matchesFilter,
  type SearchScope,
  type VectorQuery,
  type VectorRecord,
  type VectorStore,
} from "@quarry/vector-store";

/** A store that runs on any platform. It is not durable. */
export function createStore(): VectorStore {
  const records = new Map<string, VectorRecord>();
  const inScope = ({ orgId, spaceIds, documentIds }: SearchScope) =>
    [...records.values()].filter(
      (record) =>
        record.orgId === orgId &&
        spaceIds.includes(record.spaceId) &&
        (documentIds?.includes(record.documentId) ?? true),
    );
  const matches = ({ scope, model, vector, filter }: VectorQuery) =>
    inScope(scope)
      .filter((record) => record.model === model && record.vector.length === vector.length)
      .filter(({ metadata }) => filter === undefined || matchesFilter(metadata, filter));

  return {
    name: "map",
    capabilities: { durable: false, maxDimensions: 10_000, maxBatch: 1000 },
    async upsert(added) {
      for (const record of added) records.set(record.id, { ...record, vector: unit(record.vector) });
    },
    async query(query) {
      const question = unit(query.vector);
      return matches(query)
        .flatMap(({ id, spaceId, documentId, vector }) => {
          const score = cosine(question, vector);
          return score === undefined ? [] : [{ id, spaceId, documentId, score }];
        })
        .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
        .slice(0, query.topK);
    },
    async delete(selector) {
      for (const [id, record] of records)
        if (
          record.orgId === selector.orgId &&
          (!("spaceId" in selector) || record.spaceId === selector.spaceId) &&
          (!("documentId" in selector) || record.documentId === selector.documentId) &&
          (!("beforeGeneration" in selector) || record.generation < selector.beforeGeneration)
        )
          records.delete(id);
    },
    count: async (scope) => inScope(scope).length,
    async *scan(orgId) {
      for (const record of [...records.values()]) if (record.orgId === orgId) yield record;
    },
    close: async () => undefined,
  };
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector.slice();
}

/** Undefined when one of them is a zero vector. */
function cosine(a: Float32Array, b: Float32Array): number | undefined {
  if (!a.some(Boolean) || !b.some(Boolean)) return undefined;
  const product = a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return Math.max(-1, Math.min(1, product));
}
