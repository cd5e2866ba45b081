import { describe, expect, test } from "bun:test";
import { vectorStoreSuite } from "@quarry/conformance";
import { createMemoryVectorStore, type MemoryVectorStoreOptions } from "@quarry/memory";

const scale = process.env.QUARRY_TEST_SCALE === "full" ? "full" : "small";

const VARIANTS: readonly [name: string, options: MemoryVectorStoreOptions][] = [
  ["memory", {}],
  ["memory with an index in every space", { exactBelow: 200, proposalCost: 0 }],
];

for (const [name, options] of VARIANTS)
  describe(name, () =>
    vectorStoreSuite(
      { describe, test, expect },
      async () => {
        const store = createMemoryVectorStore(options);
        const query: typeof store.query = async (question) => {
          // Otherwise small tests would search before there is an index.
          await store.settled();
          return store.query(question);
        };
        return { store: { ...store, query }, cleanUp: () => store.close() };
      },
      { scale },
    ),
  );
