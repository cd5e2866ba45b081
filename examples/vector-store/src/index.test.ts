import { describe, expect, test } from "bun:test";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vectorStoreSuite } from "@quarry/conformance";
import type { VectorStore } from "@quarry/vector-store";
import { createStore } from "./index.ts";

let dataDir = "";

vectorStoreSuite(
  { describe, test, expect },
  async () => {
    dataDir = await mkdtemp(join(tmpdir(), "sqlite-store-"));
    const settings = { dataDir, options: {} };
    const opened: VectorStore[] = [];
    const open = () => {
      const store = createStore(settings);
      opened.push(store);
      return store;
    };
    return {
      store: open(),
      reopen: async () => open(),
      async cleanUp() {
        for (const store of opened) await store.close();
        await rm(settings.dataDir, { recursive: true });
      },
    };
  },
  { diskBytes: async () => (await stat(join(dataDir, "vectors.sqlite"))).size },
);
