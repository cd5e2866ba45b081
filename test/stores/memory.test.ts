import { describe, expect, test } from "bun:test";
import { vectorStoreSuite } from "@quarry/conformance";
import { createMemoryVectorStore } from "@quarry/memory";

const scale = process.env.QUARRY_TEST_SCALE === "full" ? "full" : "small";

describe("memory", () =>
  vectorStoreSuite(
    { describe, test, expect },
    async () => {
      const store = createMemoryVectorStore();
      return { store, cleanUp: () => store.close() };
    },
    { scale },
  ));
