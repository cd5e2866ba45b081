import {
  type Filter,
  matchesFilter,
  type Scope,
  type VectorHit,
  type VectorQuery,
  type VectorRecord,
  type VectorSelector,
  type VectorStore,
} from "@quarry/core";
import type { Metadata } from "@quarry/schema";
import { createVectorTable, type VectorTable } from "./vector-table.ts";

/**
 * Vectors in this process's memory, searched exactly. For one process; rebuilt from the database at start.
 */
export function createMemoryVectorStore(): VectorStore {
  /** By organization, space and model: one table each, so that a search reads only what is in its scope. */
  const tables = new Map<string, VectorTable>();
  const tableOfChunk = new Map<string, VectorTable>();
  const chunksOfDocument = new Map<string, Set<string>>();

  function remove(id: string, record: VectorRecord) {
    tableOfChunk.get(id)?.remove(id);
    tableOfChunk.delete(id);
    const siblings = chunksOfDocument.get(record.documentId);
    siblings?.delete(id);
    if (siblings?.size === 0) chunksOfDocument.delete(record.documentId);
  }

  function put(record: VectorRecord) {
    const key = keyOf(record.orgId, record.spaceId, record.model);
    let table = tables.get(key);
    if (!table || table.dimensions !== record.vector.length) {
      for (const other of [...(table?.records() ?? [])]) remove(other.id, other);
      table = createVectorTable(record.vector.length);
      tables.set(key, table);
    }
    const before = tableOfChunk.get(record.id)?.get(record.id);
    if (before && (tableOfChunk.get(record.id) !== table || before.documentId !== record.documentId))
      remove(record.id, before);
    table.put(record);
    tableOfChunk.set(record.id, table);
    const siblings = chunksOfDocument.get(record.documentId) ?? new Set();
    chunksOfDocument.set(record.documentId, siblings.add(record.id));
  }

  function removeDocument(orgId: string, documentId: string, beforeGeneration: number) {
    for (const id of [...(chunksOfDocument.get(documentId) ?? [])]) {
      const record = tableOfChunk.get(id)?.get(id);
      if (record && record.orgId === orgId && record.generation < beforeGeneration) remove(id, record);
    }
  }

  function removeTables(prefix: string) {
    for (const [key, table] of tables) {
      if (!key.startsWith(prefix)) continue;
      for (const record of [...table.records()]) remove(record.id, record);
      tables.delete(key);
    }
  }

  return {
    name: "memory",
    capabilities: { durable: false, maxDimensions: 16_000, maxBatch: 10_000 },

    async upsert(records) {
      for (const record of records) put(record);
    },

    async query({ scope, model, vector, topK, filter }: VectorQuery) {
      const documents = scope.documentIds && new Set(scope.documentIds);
      // A document's chunks share its metadata, which is then judged once.
      const verdicts = new Map<Metadata, boolean>();
      const verdictOn = (metadata: Metadata, wanted: Filter): boolean => {
        const verdict = verdicts.get(metadata) ?? matchesFilter(metadata, wanted);
        verdicts.set(metadata, verdict);
        return verdict;
      };
      const passes = (record: VectorRecord) =>
        (!documents || documents.has(record.documentId)) && (!filter || verdictOn(record.metadata, filter));
      const hits = [...new Set(scope.spaceIds)].flatMap((spaceId): VectorHit[] => {
        const table = tables.get(keyOf(scope.orgId, spaceId, model));
        return table?.dimensions === vector.length ? table.nearest(vector, topK, passes) : [];
      });
      return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, topK);
    },

    async delete(selector: VectorSelector) {
      if ("documentId" in selector) {
        const generation =
          "beforeGeneration" in selector ? selector.beforeGeneration : Number.POSITIVE_INFINITY;
        removeDocument(selector.orgId, selector.documentId, generation);
      } else
        removeTables(
          "spaceId" in selector ? keyOf(selector.orgId, selector.spaceId, "") : `${selector.orgId}\n`,
        );
    },

    async count(scope: Scope) {
      const documents = scope.documentIds && new Set(scope.documentIds);
      let total = 0;
      for (const spaceId of new Set(scope.spaceIds))
        for (const [key, table] of tables)
          if (key.startsWith(keyOf(scope.orgId, spaceId, "")))
            for (const record of table.records())
              if (!documents || documents.has(record.documentId)) total += 1;
      return total;
    },

    async *scan(orgId: string) {
      const ids = [...tables]
        .filter(([key]) => key.startsWith(`${orgId}\n`))
        .flatMap(([, table]) => Array.from(table.records(), ({ id }) => id));
      // Whoever reads may take their time: meanwhile records are replaced, move, and leave their room to others.
      for (const id of ids) {
        const record = tableOfChunk.get(id)?.get(id);
        if (record?.orgId === orgId) yield { ...record, vector: record.vector.slice() };
      }
    },

    async close() {
      tables.clear();
      tableOfChunk.clear();
      chunksOfDocument.clear();
    },
  };
}

function keyOf(orgId: string, spaceId: string, model: string): string {
  return `${orgId}\n${spaceId}\n${model}`;
}
