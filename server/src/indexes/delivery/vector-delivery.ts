import type { VectorStore } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import type { IndexChange } from "../records/index-change.ts";
import { writeVectors } from "../records/index-records.ts";

/** How changes reach the vector store, by what the store can promise. */
export interface VectorDelivery {
  /** Does, within the transaction of a change, what the change needs to be safe; answers what `deliver` asks for. */
  stage(transaction: Database, change: IndexChange): Promise<readonly number[]>;
  /**
   * Makes a change after its commit.
   * @throws QuarryError `unavailable` when the store is away; it then gets the change as soon as it is back.
   */
  deliver(change: IndexChange, staged: readonly number[]): Promise<void>;
  /** Makes those changes of some documents that are not made yet; throws like `deliver`. */
  deliverPending(orgId: string, documentIds: readonly string[]): Promise<void>;
  /** Resolves when no change of a document waits for the store any more, or the store is away, or the signal says so. */
  settled(orgId: string, documentId: string, limit: AbortSignal): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** For a store in the service's own database: a document and its vectors are written together or not at all. */
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
