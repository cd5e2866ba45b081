import type { VectorQuery, VectorSelector, VectorStore } from "@quarry/core";
import { createYieldToEventLoop } from "@quarry/core/internal";
import { createQueryVector } from "./columns/query-vector.ts";
import { createScopeMasks } from "./search/scope-mask.ts";
import { scoreRecords } from "./search/score-records.ts";
import { searchTable } from "./search/search-table.ts";
import { createTopHits } from "./search/top-hits.ts";
import { createSnapshots } from "./snapshots/snapshots.ts";
import { createBackgroundIndexer } from "./table/background-indexer.ts";
import { type HeldVectors, heldDocuments } from "./table/held-documents.ts";
import { countRecords, scanRecords } from "./table/read-records.ts";
import { createRecordPlaces } from "./table/record-places.ts";
import type { VectorTable } from "./table/vector-table.ts";

/** Options of `createMemoryVectorStore`; the defaults suit a service. */
export interface MemoryVectorStoreOptions {
  /** Folder of the files of `save` and `load`; without it both do nothing. */
  readonly snapshotFolder?: string;
  /**
   * Spaces with fewer vectors get no approximate index, and searches with fewer matches are always exact. 5000 by
   * default.
   */
  readonly exactBelow?: number;
  /**
   * Cost of one proposal of the approximate index, in vectors compared; the index is used where it is cheaper. 20 by
   * default, 0 always uses it.
   */
  readonly proposalCost?: number;
  /** Returns true for a model that gets no approximate index, regardless of the number of vectors. */
  readonly isExact?: (model: string) => boolean;
}

/** A vector store that can be saved to files, so that a restart does not begin empty. */
export interface MemoryVectorStore extends VectorStore {
  /**
   * Loads the saved tables into an empty store and skips files that are damaged or of another version. Each table has
   * the state of some save: compare with the database afterwards.
   */
  load(): Promise<void>;
  /** Saves the tables that have changed since the last save, each as of one moment. */
  save(): Promise<void>;
  /** Resolves when the approximate indexes contain all vectors. */
  settled(): Promise<void>;
  /** Lists the documents of an organization, which takes much less time than `scan`. One of several spaces appears for each. */
  documents(orgId: string): Iterable<HeldVectors>;
}

const SLICE_MS = 15;

/**
 * Creates a vector store in the memory of one process: exact search in small spaces, an approximate index in large
 * ones.
 */
export function createMemoryVectorStore(options: MemoryVectorStoreOptions = {}): MemoryVectorStore {
  const { snapshotFolder, exactBelow = 5000, proposalCost = 20, isExact = () => false } = options;
  const indexer = createBackgroundIndexer(exactBelow);
  const places = createRecordPlaces(indexer.forget);
  const { tables } = places;
  const snapshots = snapshotFolder === undefined ? undefined : createSnapshots(snapshotFolder, places);

  function wake(table: VectorTable) {
    if (tables.get(table.key) === table && !isExact(table.key.model)) indexer.wake(table);
  }

  function removeDocument(orgId: string, documentId: string, beforeGeneration: number) {
    for (const table of tables.ofOrganization(orgId)) {
      const slots = table.groups.ofDocument(documentId).flatMap((group) => table.slotsOf(group));
      for (const slot of slots)
        if (table.generationAt(slot) < beforeGeneration) places.remove(table.idAt(slot));
      if (slots.length > 0) wake(table);
    }
  }

  return {
    name: "memory",
    capabilities: { durable: false, maxDimensions: 16_000, maxBatch: 200 },

    async upsert(records) {
      const touched = new Set<VectorTable>();
      for (const { orgId, spaceId, model, ...row } of records)
        touched.add(places.put({ orgId, spaceId, model }, row));
      for (const table of touched) wake(table);
    },

    async query({ scope, model, vector, topK, filter }: VectorQuery) {
      const question = createQueryVector(vector);
      if (!question) return [];
      const maskOf = createScopeMasks(filter ? { scope, filter } : { scope });
      const [top, yieldToEventLoop] = [createTopHits(topK), createYieldToEventLoop(SLICE_MS)];
      for (const spaceId of new Set(scope.spaceIds)) {
        const table = tables.get({ orgId: scope.orgId, spaceId, model });
        if (table?.dimensions !== vector.length) continue;
        await searchTable({
          ...{ table, question, topK, top, yieldToEventLoop, exactBelow, proposalCost },
          mask: maskOf(table),
        });
      }
      return top.list();
    },

    scores: async (scoring) => scoreRecords(places, scoring),

    async delete(selector: VectorSelector) {
      const { orgId } = selector;
      if ("documentId" in selector) {
        const isOlder = "beforeGeneration" in selector;
        const before = isOlder ? selector.beforeGeneration : Number.POSITIVE_INFINITY;
        removeDocument(orgId, selector.documentId, before);
        return;
      }
      const gone =
        "spaceId" in selector ? tables.ofSpace(orgId, selector.spaceId) : tables.ofOrganization(orgId);
      for (const table of gone) places.drop(table);
    },

    count: async (scope) => countRecords(tables, scope),
    scan: (orgId) => scanRecords(places, orgId),

    async load() {
      await snapshots?.load();
      for (const table of tables.all()) wake(table);
    },
    save: async () => snapshots?.save(),
    settled: indexer.settled,
    documents: (orgId) => heldDocuments(tables, orgId),

    async close() {
      indexer.close();
      places.clear();
    },
  };
}
