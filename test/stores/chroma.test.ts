import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createChromaVectorStore } from "@quarry/chroma";
import { vectorStoreSuite } from "@quarry/conformance";
import { hasChroma, startChroma, type TestChroma } from "../support/chroma.ts";

const scale = process.env.QUARRY_TEST_SCALE === "full" ? "full" : "small";

describe.skipIf(!hasChroma())("Chroma", () => {
  let chroma: TestChroma;
  beforeAll(async () => {
    chroma = await startChroma();
  }, 60_000);
  afterAll(() => chroma?.stop());

  // One server for all tests; each has collections of its own.
  let tests = 0;
  const prefixed = () => {
    tests += 1;
    return { prefix: `test-${tests}` };
  };

  vectorStoreSuite(
    { describe, test, expect },
    async () => {
      const options = { url: chroma.url, ...prefixed() };
      const store = createChromaVectorStore(options);
      return {
        store,
        async reopen() {
          await chroma.restart();
          return createChromaVectorStore(options);
        },
        async cleanUp() {
          for (const orgId of ["org_a", "org_b"]) await store.delete({ orgId });
          await store.close();
        },
      };
    },
    { scale },
  );
});
