import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bundle } from "../../packages/dashboard/build/bundle.ts";
import { nameByContent } from "../../packages/dashboard/build/content-names.ts";

const FOLDER = resolve(import.meta.dir, "../../packages/dashboard/built");
/** Compressed bytes of script before the first page shows. */
const FIRST_LOAD_MAX_BYTES = 200_000;

test("the built files match the sources: `bun run dashboard` builds them", async () => {
  const { files } = await bundle();
  const committed = await readdir(FOLDER);
  const built = [...files.keys()].map((name) => (name.endsWith(".html") ? name : `${name}.gz`));
  expect(committed.sort()).toEqual(built.sort());
  for (const [name, text] of files) {
    const path = join(FOLDER, built.includes(name) ? name : `${name}.gz`);
    const bytes = new Uint8Array(await Bun.file(path).arrayBuffer());
    expect(new TextDecoder().decode(path.endsWith(".gz") ? Bun.gunzipSync(bytes) : bytes) === text).toBe(
      true,
    );
  }
});

test("the script of the first load is at most 200 kB in gzip", async () => {
  const { firstScripts, catalogues } = await bundle();
  const sizesOf = (names: readonly string[]) =>
    names.map((name) => Bun.file(join(FOLDER, `${name}.gz`)).size);
  const sizes = [...sizesOf(firstScripts), Math.max(...sizesOf(catalogues))];
  expect(sizes.length).toBeGreaterThanOrEqual(4);
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES);
});

test("names come from contents, not from the bundler's hashes, which differ between folders", () => {
  const built = (main: string, part: string, says: string) =>
    nameByContent([
      { name: `main-${main}.js`, text: `import"./part-${part}.js";load(["${part}"])` },
      { name: `part-${part}.js`, text: `import"./main-${main}.js";say("${says}")` },
    ]);
  const here = built("aaaaaaa1", "bbbbbbb2", "hello");
  expect(built("ccccccc3", "ddddddd4", "hello")).toEqual(here);
  const [main, part] = here.map(({ name }) => name);
  expect(here[0]?.text).toStartWith(`import"./${part}";`);
  // A change in a part changes the names of all that import it.
  for (const { name } of built("aaaaaaa1", "bbbbbbb2", "bye")) expect([main, part]).not.toContain(name);
});
