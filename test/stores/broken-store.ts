import type { VectorRecord, VectorStore } from "@quarry/core";
import { createMemoryVectorStore } from "@quarry/memory";

/** A store with one fault, and the group of the suite that must find it. */
export interface BrokenStore {
  readonly name: string;
  readonly group: string;
  create(): VectorStore;
}

type Change = (good: VectorStore) => Partial<VectorStore>;

/** Creates a store with one fault from the memory store. */
export const broken = (name: string, group: string, change: Change): BrokenStore => ({
  name,
  group,
  create() {
    const good = createMemoryVectorStore();
    return { ...good, ...change(good) };
  },
});

/** Gives a faulty store access to the last written record of each id. */
export const withRecords = (
  change: (good: VectorStore, known: Map<string, VectorRecord>) => Partial<VectorStore>,
) => {
  return (good: VectorStore) => {
    const known = new Map<string, VectorRecord>();
    const { upsert = good.upsert, ...others } = change(good, known);
    return {
      ...others,
      async upsert(records: readonly VectorRecord[]) {
        await upsert(records);
        for (const record of records) known.set(record.id, record);
      },
    };
  };
};
