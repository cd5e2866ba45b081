import { describe, expect, test } from "bun:test";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vectorStoreSuite } from "@quarry/conformance";
import type { VectorStore } from "@quarry/core";
import { createStore } from "./sqlite-store.ts";

let dataDir = "";

describe("a third-party store on SQLite", () =>
  vectorStoreSuite(
    { describe, test, expect },
    async () => {
      dataDir = await mkdtemp(join(tmpdir(), "quarry-sqlite-"));
      const folder = dataDir;
      const opened: VectorStore[] = [];
      const open = () => {
        const store = createStore({ dataDir: folder });
        opened.push(store);
        return store;
      };
      return {
        store: open(),
        reopen: async () => open(),
        async cleanUp() {
          for (const store of opened) await store.close();
          await rm(folder, { recursive: true });
        },
      };
    },
    { diskBytes: async () => (await stat(join(dataDir, "vectors.sqlite"))).size },
  ));
