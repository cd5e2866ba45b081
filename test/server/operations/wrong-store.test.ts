import { expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "../../support/in-process-app.ts";

for (const [what, code, said] of [
  ["throws", 'throw new Error("no licence");', "cannot be opened: createStore threw no licence"],
  ["rejects", 'return Promise.reject("closed");', "cannot be opened: createStore threw not an error"],
  ["lacks members", 'return { name: "half", query() {} };', "upsert is undefined instead of a function"],
] as const)
  test(`a vector store whose createStore ${what} is refused at the start with its path and the reason`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "quarry-wrong-"));
    try {
      const path = join(folder, "store.ts");
      await writeFile(path, `export function createStore() { ${code} }`);
      const error: unknown = await startApp({ env: { QUARRY_VECTOR_STORE: path } }).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: "invalid_request" });
      expect(String(error)).toContain(path);
      expect(String(error)).toContain(said);
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 60_000);
