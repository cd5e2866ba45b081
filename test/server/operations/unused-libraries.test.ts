import { expect, test } from "bun:test";
import { resolve } from "node:path";

const SERVER = resolve(import.meta.dir, "../../../server/src");

/** The packages that have loaded when a program has imported modules of the server. */
async function loadedBy(...modules: string[]): Promise<Set<string>> {
  const imports = modules.map((path) => `await import(${JSON.stringify(resolve(SERVER, path))});`);
  const program = `${imports.join("")} console.log(Object.keys(require.cache).join("\\n"));`;
  const child = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe", stderr: "inherit" });
  const paths = (await new Response(child.stdout).text()).split("\n");
  return new Set(paths.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
}

test("the server starts without the libraries of stores, files and accounts that it does not use yet", async () => {
  const loaded = await loadedBy("compose/dependencies.ts", "compose/app.ts");
  expect(loaded).toContain("drizzle-orm");
  for (const name of ["chromadb", "sharp", "tesseract.js", "pdfjs-dist", "officeparser", "usearch"])
    expect(loaded).not.toContain(name);
  expect(loaded).not.toContain("better-auth");
  expect(loaded).not.toContain("prom-client");
  expect([...loaded].filter((name) => name.startsWith("@opentelemetry/"))).toEqual([]);
});
