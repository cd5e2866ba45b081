import { expect, test } from "bun:test";
import { dirname, join, resolve } from "node:path";

const SOURCES = resolve(import.meta.dir, "../../packages/cli/src");

/** The modules that a file imports statically, directly or through other files. */
async function staticImports(path: string, found = new Set<string>()): Promise<Set<string>> {
  // The transpiler does not accept a shebang.
  const source = (await Bun.file(path).text()).replace(/^#!.*/, "");
  for (const { kind, path: name } of new Bun.Transpiler({ loader: "ts" }).scanImports(source)) {
    const module = name.startsWith(".") ? join(dirname(path), name) : name;
    if (kind !== "import-statement" || found.has(module)) continue;
    found.add(module);
    if (module.endsWith(".ts")) await staticImports(module, found);
  }
  return found;
}

test("the list of commands loads neither the SDK nor any command", async () => {
  const modules = [...(await staticImports(join(SOURCES, "command.ts")))];
  expect(modules).toContain(join(SOURCES, "command-list.ts"));
  expect(modules.filter((name) => name.startsWith("@quarry/") || name.includes("/commands/"))).toEqual([]);
});

test("a command loads the SDK", async () => {
  expect(await staticImports(join(SOURCES, "commands/query.ts"))).toContain("@quarry/sdk");
});
