import { describe, expect, test } from "bun:test";
import { vectorStoreSuite } from "@quarry/conformance";
import type { VectorStore } from "@quarry/core";
import { createMemoryVectorStore } from "@quarry/memory";
import { forgetfulStores } from "./forgetful-stores.ts";
import { leakyStores } from "./leaky-stores.ts";
import { misrankingStores } from "./misranking-stores.ts";
import { runRecorded } from "./recording-runner.ts";

const verdictOn = (create: () => VectorStore, diskBytes?: () => Promise<number>) =>
  runRecorded((runner) =>
    vectorStoreSuite(
      runner,
      async () => {
        const store = create();
        return { store, reopen: async () => create(), cleanUp: () => store.close() };
      },
      diskBytes ? { diskBytes } : {},
    ),
  );

const TIMEOUT_MS = 60_000;

describe("the suite for vector stores", () => {
  test(
    "is green for a store with nothing wrong",
    async () => {
      const { count, failures } = await verdictOn(createMemoryVectorStore);
      expect(count).toBeGreaterThan(50);
      expect(failures).toEqual([]);
    },
    TIMEOUT_MS,
  );

  for (const { name, group, create } of [...leakyStores, ...misrankingStores, ...forgetfulStores])
    test(
      `is red: ${name}`,
      async () => {
        const { failures } = await verdictOn(create);
        expect(
          failures.map((failure) => failure.test).filter((title) => title.includes(`: ${group}`)),
        ).not.toEqual([]);
      },
      TIMEOUT_MS,
    );

  test(
    "is red: grows with every edit",
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
      const { failures } = await verdictOn(create, async () => bytes);
      expect(failures.map((failure) => failure.test)).toEqual([expect.stringContaining("growth")]);
    },
    TIMEOUT_MS,
  );
});
