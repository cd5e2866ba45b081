import { describe, expect, test } from "bun:test";
import { vectorStoreSuite } from "@quarry/conformance";
import type { VectorStore } from "@quarry/core";
import { createMemoryVectorStore } from "@quarry/memory";
import { forgetfulStores } from "./forgetful-stores.ts";
import { leakyStores } from "./leaky-stores.ts";
import { misrankingStores } from "./misranking-stores.ts";
import { runRecorded } from "./recording-runner.ts";

/** Runs the suite, or one group of it, on a store. */
const runSuite = (create: () => VectorStore, group?: string, diskBytes?: () => Promise<number>) =>
  runRecorded(
    (runner) =>
      vectorStoreSuite(
        runner,
        async () => {
          const store = create();
          return { store, reopen: async () => create(), cleanUp: () => store.close() };
        },
        diskBytes ? { diskBytes } : {},
      ),
    (title) => group === undefined || title.includes(`: ${group}`),
  );

const TIMEOUT_MS = 60_000;

describe("the suite for vector stores", () => {
  test(
    "passes for a correct store",
    async () => {
      const { count, failures } = await runSuite(createMemoryVectorStore);
      expect(count).toBeGreaterThan(50);
      expect(failures).toEqual([]);
    },
    TIMEOUT_MS,
  );

  for (const { name, group, create } of [...leakyStores, ...misrankingStores, ...forgetfulStores])
    test(
      `fails for a store that ${name}`,
      async () => {
        const { failures } = await runSuite(create, group);
        expect(failures).not.toEqual([]);
      },
      TIMEOUT_MS,
    );

  test(
    "fails for a store that grows with every edit",
    async () => {
      let bytes = 0;
      const create = (): VectorStore => {
        const good = createMemoryVectorStore();
        bytes = 0;
        return {
          ...good,
          async upsert(records) {
            bytes += records.length * 1000;
            await good.upsert(records);
          },
        };
      };
      const { failures } = await runSuite(create, undefined, async () => bytes);
      expect(failures.map((failure) => failure.test)).toEqual([expect.stringContaining("growth")]);
    },
    TIMEOUT_MS,
  );
});
