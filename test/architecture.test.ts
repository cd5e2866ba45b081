import { describe, expect, test } from "bun:test";
import { basename, dirname, join, relative, resolve } from "node:path";
import { Glob } from "bun";

const ROOT = resolve(import.meta.dir, "..");

const ADAPTERS = [...new Glob("adapters/*/package.json").scanSync(ROOT)].map(dirname);

/**
 * The packages that each package may import. Imports run one way. An adapter that is not listed may import the schema
 * and the core. `@quarry/core` is the public API, which is enough for most adapters. `@quarry/core/internal` is for the
 * server and for adapters that share its text analysis.
 */
const ALLOWED_PACKAGES: Record<string, readonly string[]> = {
  ...Object.fromEntries(ADAPTERS.map((adapter) => [adapter, ["@quarry/schema", "@quarry/core"]])),
  "packages/schema": [],
  "packages/core": ["@quarry/schema"],
  "packages/vector-store": ["@quarry/core"],
  "packages/conformance": ["@quarry/schema", "@quarry/core"],
  "adapters/chroma": ["@quarry/schema", "@quarry/core", "@quarry/core/internal"],
  "adapters/embedders": [
    "@quarry/schema",
    "@quarry/core",
    "@quarry/core/internal",
    "@quarry/core/internal/language",
    "@quarry/local-models",
    "@quarry/providers",
  ],
  "adapters/memory": [
    "@quarry/schema",
    "@quarry/core",
    "@quarry/core/internal",
    "@quarry/core/internal/language",
  ],
  "adapters/pgvector": [
    "@quarry/schema",
    "@quarry/core",
    "@quarry/core/internal",
    "@quarry/core/internal/language",
  ],
  "adapters/rerankers": ["@quarry/schema", "@quarry/core", "@quarry/local-models", "@quarry/providers"],
  sdk: ["@quarry/schema"],
  "packages/cli": ["@quarry/schema", "@quarry/sdk"],
  "packages/mcp-bridge": [],
  "packages/dashboard": ["@quarry/sdk"],
  server: [
    "@quarry/schema",
    "@quarry/core",
    "@quarry/core/internal",
    "@quarry/core/internal/language",
    "@quarry/blobs",
    "@quarry/chroma",
    "@quarry/embedders",
    "@quarry/memory",
    "@quarry/parsers",
    "@quarry/pgvector",
    "@quarry/pgvector/filter-sql",
    "@quarry/rerankers",
  ],
};

/** Packages that run on any platform: they must not import `bun` or `node:` modules. */
const PLATFORM_FREE = [
  "packages/schema",
  "packages/core",
  "packages/vector-store",
  "packages/conformance",
  "sdk",
];

interface Import {
  readonly file: string;
  readonly from: string;
}

function isTest(path: string): boolean {
  return /\.(test|fixture)\.ts$|fake-server\.ts$/.test(path);
}

async function importsOf(part: string): Promise<Import[]> {
  const imports: Import[] = [];
  for await (const path of new Glob("**/*.{ts,tsx}").scan({ cwd: join(ROOT, part), onlyFiles: true })) {
    if (/(^|\/)(node_modules|\.tsc|dist)\//.test(path) || isTest(path)) continue;
    // Build scripts are not part of the package.
    if (path.startsWith("build/")) continue;
    const file = join(part, path);
    const source = await Bun.file(join(ROOT, file)).text();
    for (const [, from] of source.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^;"']*?["']([^"']+)["']|import\(["']([^"']+)["']\)/g,
    ))
      if (from) imports.push({ file, from });
  }
  return imports;
}

function isForbidden(part: string, { file, from }: Import): boolean {
  if (from.startsWith("."))
    return relative(join(ROOT, part), resolve(ROOT, dirname(file), from)).startsWith("..");
  if (from.startsWith("@quarry/")) return !ALLOWED_PACKAGES[part]?.includes(from);
  return PLATFORM_FREE.includes(part) && /^(node:|bun:|bun$)/.test(from);
}

describe("imports run one way", () => {
  for (const part of Object.keys(ALLOWED_PACKAGES))
    test(part, async () => {
      const imports = await importsOf(part);
      expect(imports.length).toBeGreaterThan(0);
      expect(imports.filter((found) => isForbidden(part, found))).toEqual([]);
    });

  test("every package is listed in this test", async () => {
    const found: string[] = [];
    for (const group of ["packages", "adapters"])
      for await (const path of new Glob(`${group}/*/package.json`).scan(ROOT)) found.push(dirname(path));
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter((part) => !(part in ALLOWED_PACKAGES))).toEqual([]);
  });

  test("detects a forbidden import", () => {
    const isRejected = (part: string, from: string) =>
      isForbidden(part, { file: join(part, "src/a.ts"), from });
    expect(isRejected("packages/core", "@quarry/memory")).toBe(true);
    expect(isRejected("packages/core", "node:fs")).toBe(true);
    expect(isRejected("sdk", "@quarry/server")).toBe(true);
    expect(isRejected("adapters/memory", "../../../server/src/compose/app.ts")).toBe(true);
    expect(isRejected("server", "@quarry/core")).toBe(false);
  });
});

describe("within the server", () => {
  const adapterNames = new Set(ADAPTERS.map((adapter) => `@quarry/${basename(adapter)}`));

  test("services import neither Elysia nor an adapter", async () => {
    const wrong = (await importsOf("server")).filter(
      ({ file, from }) =>
        /src\/(records|indexes|ingest|retrieve|modules)\//.test(file) &&
        !/\/(index|[\w-]*routes)\.ts$|ingest\/prepare\/child\.ts$/.test(file) &&
        (from === "elysia" || adapterNames.has(from)),
    );
    expect(wrong).toEqual([]);
  });

  test("only compose/ and the prepare process import adapters", async () => {
    const importers = (await importsOf("server"))
      .filter(({ from }) => adapterNames.has(from))
      .map(({ file }) => file);
    expect(
      importers.filter((file) => !/^server\/src\/(compose\/|ingest\/prepare\/child\.ts$)/.test(file)),
    ).toEqual([]);
  });

  test("only main.ts and command.ts read the environment", async () => {
    const readers: string[] = [];
    for await (const path of new Glob("server/src/**/*.ts").scan(ROOT))
      if (!isTest(path) && /process\.env|Bun\.env/.test(await Bun.file(join(ROOT, path)).text()))
        readers.push(path);
    expect(readers.sort()).toEqual(["server/src/command.ts", "server/src/main.ts"]);
  });

  test("rooms import only from rooms below them", async () => {
    const roomOf = (path: string) => /^server\/src\/([\w-]+)\//.exec(path)?.[1] ?? "main";
    const upward = relativeImports(await importsOf("server"))
      .map(([file, target]) => ({ file, target, room: roomOf(file), used: roomOf(target) }))
      .filter(({ room, used }) => room !== used && !(ROOMS_BELOW[room] ?? []).includes(used))
      .map(({ file, target }) => `${file} -> ${target}`);
    expect(upward).toEqual([]);
  });
});

/** The rooms (top-level folders) of the server, each with the rooms that it may import. */
const ROOMS_BELOW: Record<string, readonly string[]> = {
  platform: [],
  records: ["platform"],
  indexes: ["platform", "records"],
  ingest: ["platform", "records", "indexes"],
  retrieve: ["platform", "records", "indexes"],
  modules: ["platform", "records", "indexes", "ingest", "retrieve"],
  operations: ["platform", "records", "indexes", "ingest", "retrieve", "modules"],
  compose: ["platform", "records", "indexes", "ingest", "retrieve", "modules", "operations"],
  main: ["platform", "compose", "operations"],
};

describe("imports have no cycles", () => {
  const parts = Object.keys(ALLOWED_PACKAGES);

  test.each(parts)("between files of %s", async (part) => {
    expect(nodesOnCycles(relativeImports(await importsOf(part)))).toEqual([]);
  });

  test.each(parts)("between sibling folders of %s", async (part) => {
    const edges = new Map<string, (readonly [string, string])[]>();
    for (const [file, target] of relativeImports(await importsOf(part))) {
      const [from, to] = [file.split("/"), target.split("/")];
      let depth = 0;
      while (from[depth] === to[depth]) depth += 1;
      if (depth >= from.length - 1 || depth >= to.length - 1) continue;
      const parent = from.slice(0, depth).join("/");
      const siblings = edges.get(parent) ?? [];
      siblings.push([from.slice(0, depth + 1).join("/"), to.slice(0, depth + 1).join("/")]);
      edges.set(parent, siblings);
    }
    expect([...edges.values()].flatMap(nodesOnCycles)).toEqual([]);
  });

  test("detects a cycle", () => {
    expect(
      nodesOnCycles([
        ["a", "b"],
        ["b", "c"],
        ["c", "a"],
        ["c", "d"],
      ]),
    ).toEqual(["a", "b", "c"]);
    expect(
      nodesOnCycles([
        ["a", "b"],
        ["a", "c"],
        ["b", "c"],
      ]),
    ).toEqual([]);
  });
});

/** Imports of files by relative path, as pairs of importing and imported file. */
function relativeImports(imports: readonly Import[]): (readonly [string, string])[] {
  return imports
    .filter(({ from }) => from.startsWith(".") && /\.tsx?$/.test(from))
    .map(({ file, from }) => [file, relative(ROOT, resolve(ROOT, dirname(file), from))] as const);
}

/** The nodes of a graph that are on a cycle, sorted. */
function nodesOnCycles(edges: readonly (readonly [string, string])[]): string[] {
  const targets = Map.groupBy(edges, ([from]) => from);
  const reaches = (start: string): Set<string> => {
    const seen = new Set<string>();
    const toVisit = [start];
    for (let node = toVisit.pop(); node !== undefined; node = toVisit.pop())
      for (const [, to] of targets.get(node) ?? [])
        if (!seen.has(to)) {
          seen.add(to);
          toVisit.push(to);
        }
    return seen;
  };
  return [...targets.keys()].filter((node) => reaches(node).has(node)).sort();
}

describe("dependencies", () => {
  test("the on-demand runtime pins an exact version, is not part of the workspace, and its lock names no host", async () => {
    const folder = join(ROOT, "adapters/local-models/runtime");
    const { dependencies } = await Bun.file(join(folder, "package.json")).json();
    expect(Object.values(dependencies)).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
    expect(await Bun.file(join(folder, "bun.lock")).text()).not.toMatch(/https?:\/\//);
    // A package that names it as an optional peer does not install it.
    expect(await Bun.file(join(ROOT, "bun.lock")).text()).not.toMatch(/"@huggingface\/[^"]+": \[/);
  });

  test("the lock has one version of TypeBox and names no host", async () => {
    const lock = await Bun.file(join(ROOT, "bun.lock")).text();
    const versions = new Set(
      [...lock.matchAll(/"@sinclair\/typebox@([^"]+)"/g)].map(([, version]) => version),
    );
    expect([...versions]).toEqual(["0.34.52"]);
    expect(lock).not.toMatch(/https?:\/\//);
  });

  test("every version is exact and comes from the catalog", async () => {
    const { catalog } = (await Bun.file(join(ROOT, "package.json")).json()).workspaces;
    const outsideCatalog: string[] = [];
    let found = 0;
    for (const pattern of ["package.json", "*/package.json", "*/*/package.json"])
      for await (const path of new Glob(pattern).scan(ROOT)) {
        if (path.includes("node_modules")) continue;
        found += 1;
        const isTemplate = path.startsWith("examples/");
        const { dependencies, devDependencies, optionalDependencies } = await Bun.file(
          join(ROOT, path),
        ).json();
        const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
        // A template is a project of its own, which has no catalog.
        for (const [name, version] of Object.entries(all))
          if (isTemplate ? version !== catalog[name] : version !== "catalog:" && version !== "workspace:*")
            outsideCatalog.push(`${path}: ${name}@${version}`);
      }
    expect(found).toBeGreaterThan(8);
    expect(outsideCatalog).toEqual([]);
    // Prereleases and npm aliases count as exact.
    for (const version of Object.values(catalog))
      expect(version).toMatch(/^(npm:@[\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
  });
});
