import type { VectorStore } from "@quarry/core";
import { isWrongDimension } from "./client/chroma-errors.ts";
import { openConnection } from "./client/connection.ts";
import type { ChromaOptions } from "./client/options.ts";
import { createCollections } from "./collections/collections.ts";
import { isZero } from "./records/vectors.ts";
import { scanCollection } from "./scan.ts";
import { matchingIds } from "./search/matching.ts";
import { scoreRecords } from "./search/score-records.ts";
import { searchCollection } from "./search/search.ts";
import { createWriter } from "./writing/writer.ts";

export type { ChromaOptions } from "./client/options.ts";

/**
 * Creates a vector store on a Chroma server, with one collection per organization and model. Connects on first use.
 * @throws QuarryError `invalid_request` when `url` is not the address of a server.
 */
export function createChromaVectorStore(
  options: ChromaOptions,
): VectorStore & { readonly ready: () => Promise<void> } {
  const connection = openConnection(options);
  const collections = createCollections(connection, options.prefix ?? "quarry");
  return {
    name: "chroma",
    capabilities: { durable: true, maxDimensions: 16_000, maxBatch: 1000 },

    ...createWriter(connection, collections),

    async query(query) {
      const { scope, model, vector } = query;
      if (isZero(vector) || scope.spaceIds.length === 0 || scope.documentIds?.length === 0) return [];
      try {
        const hits = await collections.within(scope.orgId, model, (collection) =>
          searchCollection(connection, collection, query),
        );
        return hits ?? [];
      } catch (error) {
        if (isWrongDimension(error)) return [];
        throw error;
      }
    },

    async scores(scoring) {
      const { scope, model, vector, ids } = scoring;
      if (isZero(vector) || scope.spaceIds.length === 0 || ids.length === 0) return new Map();
      const scores = await collections.within(scope.orgId, model, (collection) =>
        scoreRecords(connection, collection, scoring),
      );
      return scores ?? new Map();
    },

    async count(scope) {
      if (scope.spaceIds.length === 0 || scope.documentIds?.length === 0) return 0;
      let total = 0;
      for (const { orgId, model } of await collections.ofOrg(scope.orgId)) {
        const ids = await collections.within(orgId, model, (collection) =>
          matchingIds(connection, collection, scope),
        );
        total += ids?.length ?? 0;
      }
      return total;
    },

    async *scan(orgId) {
      const seen = new Set<string>();
      for (const collection of await collections.ofOrg(orgId))
        yield* scanCollection(connection, collections, collection, seen);
    },

    ready: () => connection.heartbeat(),

    async close() {
      connection.close();
    },
  };
}
