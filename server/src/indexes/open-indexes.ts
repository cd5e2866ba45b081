import type { Clock, LexicalIndex, VectorStore } from "@quarry/core";
import type { OpenDatabase } from "../platform/database/database.ts";
import type { Log } from "../platform/log/log.ts";
import type { PluginHealth } from "../platform/plugins/plugin-health.ts";
import type { StageObserver } from "../platform/timings.ts";
import type { LiveCatalogue } from "./catalogue/live-catalogue.ts";
import { loadCatalogue } from "./catalogue/load-catalogue.ts";
import { createIndexer, type Indexer } from "./delivery/indexer.ts";
import { createOutboxDelivery } from "./delivery/outbox-delivery.ts";
import {
  createTransactionalDelivery,
  createVolatileDelivery,
  type VectorDelivery,
} from "./delivery/vector-delivery.ts";
import { claimIndexes } from "./reconcile/claim-indexes.ts";
import { createIndexFilling } from "./reconcile/fill-indexes.ts";
import type { ComparedIndexes } from "./records/index-differences.ts";
import { createSnapshots, type Snapshot, type Snapshots } from "./snapshots.ts";

/** An index as its adapter opened it. */
export interface OpenIndex<Index> {
  readonly index: Index;
  /** Saves and loads the index, when it lives in memory. */
  readonly snapshot?: Snapshot;
  /** Lists the documents of a vector store in memory. */
  readonly documents?: ComparedIndexes["vectorDocuments"];
  /** What works of the index, behind a wall. */
  readonly health?: PluginHealth;
}

/** What `openIndexes` needs. */
export interface IndexesDeps {
  readonly lexicalIndex: OpenIndex<LexicalIndex>;
  readonly vectorIndex: OpenIndex<VectorStore>;
  readonly database: OpenDatabase;
  readonly clock: Clock;
  readonly log: Log;
  /** Receives how long it takes to apply a change to the indexes; absent when it is not wanted. */
  readonly onStage?: StageObserver | undefined;
}

/** Both derived indexes, kept in sync with the database. */
export interface Indexes {
  readonly lexical: LexicalIndex;
  readonly vectors: VectorStore;
  /**
   * The live rows. Only with the embedded database, to which no other process can write; a lock on a database server may
   * be lost.
   */
  readonly catalogue: LiveCatalogue | undefined;
  readonly indexer: Indexer;
  /** True when no other process served this database when this one started. */
  readonly isOnlyProcess: boolean;
  /** True when the indexes match the database. */
  isReady(): boolean;
  /** Resolves when the indexes match the database. */
  readonly ready: Promise<void>;
  /** As `Snapshots.saveNow`; indexes in memory take less memory afterwards. */
  readonly save: Snapshots["saveNow"];
  /** True while indexes in memory are saved. */
  readonly isSaving: Snapshots["isSaving"];
  close(): Promise<void>;
}

/**
 * Claims the derived indexes, loads their snapshots and starts to bring them up to date. Closes them on failure.
 * @throws QuarryError `invalid_request` when another process uses the database with other indexes.
 */
export async function openIndexes(deps: IndexesDeps): Promise<Indexes> {
  const { lexicalIndex, vectorIndex, database, log } = deps;
  const [lexical, vectors] = [lexicalIndex.index, vectorIndex.index];
  const closeIndexes = () => Promise.all([lexical.close(), vectors.close()]);
  const claim = await claimIndexes(database, { lexical, vectors }).catch(async (error: unknown) => {
    await closeIndexes();
    throw error;
  });
  const { isOnlyProcess } = claim;
  const { db } = database;
  const delivery = createDelivery(deps, isOnlyProcess);

  const loadable = [lexicalIndex.snapshot, vectorIndex.snapshot].filter((snapshot) => snapshot !== undefined);
  // Before the first write, because a snapshot is older than every write of this process.
  const loading = database.isEmbedded ? loadCatalogue(db) : Promise.resolve(undefined);
  loading.catch(() => undefined);
  for (const snapshot of loadable) await snapshot.load();
  const loaded = await loading.catch(async (error: unknown) => {
    await closeIndexes();
    await claim.release();
    throw error;
  });
  const catalogue = loaded?.catalogue;
  const indexer = createIndexer({ db, lexical, vectors, delivery, catalogue, log, onStage: deps.onStage });
  const snapshots = createSnapshots(loadable, log);

  const { documents: vectorDocuments } = vectorIndex;
  const fillingStart = performance.now();
  const filling = createIndexFilling({
    ...{ claim, indexer, db, lexical, vectors, vectorDocuments, log },
    expected: loaded?.expected,
  });
  const ready = filling.ready.then(() => snapshots.start(performance.now() - fillingStart));
  // In the meantime it may have lost what it held.
  vectorIndex.health?.onBack(filling.refillVectors);
  // Prevents an unhandled rejection; callers await `ready`.
  ready.catch(() => undefined);
  delivery.start();

  return {
    lexical,
    vectors,
    catalogue,
    indexer,
    isOnlyProcess,
    isReady: filling.isDone,
    ready,
    save: snapshots.saveNow,
    isSaving: snapshots.isSaving,
    async close() {
      filling.stop();
      await ready.catch(() => undefined);
      indexer.close();
      await delivery.stop();
      // A half-filled index must not overwrite the last good snapshot.
      if (filling.isDone()) await snapshots.stop();
      await closeIndexes();
      await claim.release();
    },
  };
}

/** Picks how changes reach the vector store, by the store's guarantees. */
function createDelivery(
  { vectorIndex, database, clock, log }: IndexesDeps,
  isOnlyProcess: boolean,
): VectorDelivery {
  const vectors = vectorIndex.index;
  if (vectors.within) return createTransactionalDelivery(vectors);
  if (vectorIndex.snapshot) return createVolatileDelivery(vectors);
  return createOutboxDelivery({ db: database.db, vectors, clock, log, isOnlyProcess });
}
