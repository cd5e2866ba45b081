import type { VectorStore } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import type { IndexChange } from "../records/index-change.ts";
import { writeVectors } from "../records/index-records.ts";

/** Delivers changes to the vector store. There is one implementation for each kind of guarantee that a store gives. */
export interface VectorDelivery {
  /** Prepares a change within its transaction. Returns the outbox ids that `deliver` needs. */
  stage(transaction: Database, change: IndexChange): Promise<readonly number[]>;
  /**
   * Delivers a change after its commit.
   * @throws QuarryError `unavailable` while the store is away. The outbox then delivers the change when it is back.
   */
  deliver(change: IndexChange, staged: readonly number[]): Promise<void>;
  /** Delivers the pending changes of some documents; throws like `deliver`. */
  deliverPending(orgId: string, documentIds: readonly string[]): Promise<void>;
  /** Resolves when no change of the documents is pending, when the store is away, or when the signal aborts. */
  settled(orgId: string, documentIds: readonly string[], limit: AbortSignal): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** For a store in the service's own database: writes vectors in the same transaction as their document. */
export function createTransactionalDelivery(vectors: VectorStore): VectorDelivery {
  return {
    async stage(transaction, change) {
      const writer = vectors.within?.(transaction);
      if (writer) await writeVectors(writer, change, vectors.capabilities.maxBatch);
      return [];
    },
    async deliver() {},
    ...withoutOutbox,
  };
}

/** For a store in this process's memory, which is compared with the database at every start. */
export function createVolatileDelivery(vectors: VectorStore): VectorDelivery {
  return {
    stage: async () => [],
    deliver: (change) => writeVectors(vectors, change, vectors.capabilities.maxBatch),
    ...withoutOutbox,
  };
}

const withoutOutbox = {
  deliverPending: async () => undefined,
  settled: async () => undefined,
  start: () => undefined,
  stop: async () => undefined,
};
