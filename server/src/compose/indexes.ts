import { type Clock, type LexicalIndex, QuarryError, type VectorStore } from "@quarry/core";
import { createIndexer, type Indexer } from "../indexes/delivery/indexer.ts";
import { createOutboxDelivery, isStoreAway } from "../indexes/delivery/outbox-delivery.ts";
import {
  createTransactionalDelivery,
  createVolatileDelivery,
  type VectorDelivery,
} from "../indexes/delivery/vector-delivery.ts";
import { claimIndexes } from "../indexes/reconcile/claim-indexes.ts";
import { mendDifferences } from "../indexes/reconcile/reconcile.ts";
import { findDifferences, type IndexKind } from "../indexes/records/index-differences.ts";
import { createSnapshots } from "../indexes/snapshots.ts";
import { isDatabaseAway } from "../platform/log/database-errors.ts";
import type { VectorStoreConfig } from "../platform/settings/vector-store.ts";
import { openLexicalIndex, openVectorStore, type StoreSurroundings } from "./stores.ts";

/** Between two tries to fill a vector store that is away. */
const RETRY_MS = 5000;

/** Both derived indexes, kept as the database is. */
export interface Indexes {
  readonly lexical: LexicalIndex;
  readonly vectors: VectorStore;
  readonly indexer: Indexer;
  /** True when no other process served this database when this one started. */
  readonly isOnlyProcess: boolean;
  isReady(): boolean;
  /** Resolves when the indexes hold what the database holds. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the derived indexes and begins to bring them to the database's state.
 * @throws QuarryError `invalid_request` when they cannot be used.
 */
export async function openIndexes(
  config: VectorStoreConfig,
  surroundings: StoreSurroundings & { readonly clock: Clock },
): Promise<Indexes> {
  const { database, clock, log } = surroundings;
  const { db } = database;
  const open = async () => ({
    dense: await openVectorStore(config, surroundings),
    words: await openLexicalIndex(config, surroundings),
  });
  // They may make tables, which two processes must not do at once.
  const { dense, words } = await database.exclusively("quarry migrations", open);
  const lexical = words.index;
  const vectors = dense.index;
  const snapshots = [words.snapshot, dense.snapshot].filter((snapshot) => snapshot !== undefined);
  const keeper = createSnapshots(snapshots, log);
  const closeIndexes = () => Promise.all([lexical.close(), vectors.close()]);
  const claim = await claimIndexes(database, { lexical, vectors }).catch(async (error: unknown) => {
    await closeIndexes();
    throw error;
  });

  const delivery = deliveryTo(vectors);
  const indexer = createIndexer({ db, lexical, vectors, delivery, log });

  function deliveryTo(store: VectorStore): VectorDelivery {
    if (store.within) return createTransactionalDelivery(store);
    if (!store.capabilities.durable) return createVolatileDelivery(store);
    return createOutboxDelivery({ db, vectors: store, clock, log, isOnlyProcess: claim.isOnlyProcess });
  }

  // Before anybody writes: what is loaded is older than all that comes.
  for (const snapshot of snapshots) await snapshot.load();

  const fill = (kind: IndexKind) =>
    claim.fillWhereNeeded(kind, async () => {
      await mendDifferences(indexer, findDifferences({ db, lexical, vectors }, [kind]));
    });

  let isClosing = false;
  const pause = () => Bun.sleep(RETRY_MS);

  /** Without words, or without what is in this process's memory, answers would be wrong: they wait for it. */
  async function fillPatiently(kind: IndexKind): Promise<void> {
    for (;;)
      try {
        return await fill(kind);
      } catch (error) {
        const isAway = isDatabaseAway(error) || (kind === "lexical" && isStoreAway(error));
        if (isClosing || !isAway) throw error;
        log.error("the database is away; the indexes will be filled later", error);
        await pause();
      }
  }

  /** While the vector store is away, questions are answered by words alone; it is filled when it is back. */
  async function fillVectors(): Promise<void> {
    try {
      await fillPatiently("vectors");
    } catch (error) {
      if (isClosing || !isStoreAway(error)) throw error;
      log.error("the vector store is away and will be filled later", error);
      void retryVectors();
    }
  }
  async function retryVectors(): Promise<void> {
    await pause();
    if (!isClosing) await fillVectors().catch((error) => log.error("the vectors could not be filled", error));
  }

  let isFilled = false;
  const ready = fillPatiently("lexical")
    .then(fillVectors)
    .then(() => {
      isFilled = true;
      keeper.start();
    })
    .catch((cause: unknown) => {
      log.error("the indexes could not be filled", cause);
      throw new QuarryError(
        "unavailable",
        "The indexes could not be filled. Restart the service, and see its log.",
      );
    });
  // Whoever asks learns of it; nobody has to ask.
  ready.catch(() => undefined);
  delivery.start();

  return {
    lexical,
    vectors,
    indexer,
    isOnlyProcess: claim.isOnlyProcess,
    isReady: () => isFilled,
    ready,
    async close() {
      isClosing = true;
      await ready.catch(() => undefined);
      indexer.close();
      await delivery.stop();
      // A half-filled index is no better than none, but what was loaded must not be written over.
      if (isFilled) await keeper.stop();
      await closeIndexes();
      await claim.release();
    },
  };
}
