import { expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "../../support/in-process-app.ts";

for (const [what, code, said] of [
  ["throws", 'throw new Error("no licence");', "cannot be opened: createStore threw no licence"],
  ["rejects", 'return Promise.reject("closed");', "cannot be opened: createStore threw not an error"],
  ["lacks members", 'return { name: "half", query() {} };', "upsert is undefined instead of a function"],
] as const)
  test(
    `a vector store whose createStore ${what} is refused at the start with its path and the reason`,
    () =>
      inFolder(async (folder) => {
        const path = join(folder, "store.ts");
        await writeFile(path, `export function createStore() { ${code} }`);
        const error = await refusal(path);
        expect(error).toContain(path);
        expect(error).toContain(said);
      }),
    60_000,
  );

test(
  "a vector store that is not found is refused with where it was looked for",
  () =>
    inFolder(async (folder) => {
      await mkdir(join(folder, "empty"));
      for (const path of ["missing.ts", "empty"])
        expect(await refusal(join(folder, path))).toContain(
          "is neither a module nor the folder of a package",
        );
      expect(await refusal("quarry-no-such-store")).toContain(
        `no package of this name that can be imported is installed in ${process.cwd()}`,
      );
    }),
  60_000,
);

test(
  "a module without createStore is refused",
  () =>
    inFolder(async (folder) => {
      const path = join(folder, "store.ts");
      await writeFile(path, "export const store = {};");
      expect(await refusal(path)).toContain("must export a function createStore({ dataDir, options })");
    }),
  60_000,
);

test(
  "a store imports Quarry's packages where nothing is installed, and receives its options",
  () =>
    inFolder(async (folder) => {
      const path = join(folder, "store.ts");
      await writeFile(
        path,
        `import { matchesFilter, QuarryError } from "@quarry/vector-store";
       import { QuarryError as same } from "@quarry/core";
       export function createStore({ dataDir, options }) {
         const matches = matchesFilter({ a: 1 }, { kind: "exists", path: ["a"] });
         throw new Error(JSON.stringify({ isSame: QuarryError === same, matches, dataDir, options }));
       }`,
      );
      const error = await refusal(path, { QUARRY_VECTOR_STORE_OPTIONS: '{"shards":2}' });
      expect(error).toContain('{"isSame":true,"matches":true,');
      expect(error).toContain('vector-store","options":{"shards":2}}');
    }),
  60_000,
);

/** The error with which the service does not start. */
async function refusal(store: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const error: unknown = await startApp({ env: { QUARRY_VECTOR_STORE: store, ...env } }).catch(
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ code: "invalid_request" });
  return String(error);
}

async function inFolder(task: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-wrong-"));
  try {
    await task(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
