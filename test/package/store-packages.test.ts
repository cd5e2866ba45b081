import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cp, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Quarry } from "@quarry/sdk";
import { startServer } from "../support/running-server.ts";
import { installProject, PLATFORM, packPackage, TOOLS } from "./packed.ts";
import { run, runWell } from "./run.ts";

const TEMPLATE = resolve(import.meta.dir, "../../examples/vector-store");
const PACKAGES = ["vector-store", "conformance"] as const;
const VECTOR_STORE_MAX_BYTES = 20_000;
/** Not a file, because Vitest is installed only in the project. */
const ON_VITEST = `import { describe, expect, test } from "vitest";
import { declareSuite } from "./suite.ts";
declareSuite({ describe, test, expect });
`;
const LEAVE = "Employees have thirty days of leave a year.";

let folder: string;
/** The tarballs of the packages, by name. */
let tarballs: Readonly<Record<string, string>>;
/** A copy of the template with the packages installed, as its author has it, and the runners that it is tried with. */
let project: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-stores-"));
  const packed = await Promise.all(
    PACKAGES.map(async (name) => [name, await packPackage(`packages/${name}`, folder)]),
  );
  tarballs = Object.fromEntries(packed);
  project = join(folder, "template");
  await cp(TEMPLATE, project, { recursive: true, filter: (path) => !path.includes("node_modules") });
  const runners = [`node22@npm:node-${PLATFORM}@22.23.3`, "vitest@4.1.10"];
  await runHere(process.execPath, "add", "--dev", ...Object.values(tarballs), ...runners);
  const tried = join(project, "tried");
  await cp(join(import.meta.dir, "own-store"), tried, { recursive: true });
  await Bun.write(join(tried, "on-vitest.ts"), ON_VITEST);
  await Bun.write(
    join(project, "vitest.config.js"),
    'export default { test: { include: ["tried/on-vitest.ts"] } };',
  );
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const runHere = (...command: string[]) => runWell(command, { cwd: project });
const tsc = () => join(project, "node_modules/.bin/tsc");
const pathOf = (name: string) => join(project, "node_modules/@quarry", name);

describe("the packages for authors of stores", () => {
  test.each(PACKAGES)(
    "%s passes publint and attw",
    async (name) => {
      const tarball = tarballs[name] ?? "";
      await runHere(join(TOOLS, ".bin/publint"), "--strict", tarball);
      await runHere(join(TOOLS, ".bin/attw"), tarball, "--profile", "esm-only");
    },
    120_000,
  );

  test.each(PACKAGES)("%s has JavaScript, types and no dependency", async (name) => {
    const { dependencies, peerDependencies } = await Bun.file(join(pathOf(name), "package.json")).json();
    expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
    expect((await readdir(join(pathOf(name), "dist"))).sort()).toEqual(["index.d.ts", "index.js"]);
    for (const file of ["index.js", "index.d.ts"])
      expect(await Bun.file(join(pathOf(name), "dist", file)).text()).not.toMatch(
        /(?:from|import|require) ?\(?["']/,
      );
    expect(await Bun.file(join(pathOf(name), "LICENSE")).exists()).toBe(true);
  });

  test("vector-store takes less than 20 kB", async () => {
    const files = await readdir(pathOf("vector-store"), { recursive: true, withFileTypes: true });
    const sizes = files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => stat(join(parentPath, name)));
    const bytes = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeGreaterThan(2000);
    expect(bytes).toBeLessThan(VECTOR_STORE_MAX_BYTES);
  });
});

describe("the template", () => {
  test("compiles, and passes the suite with bun:test", async () => {
    const [, tested] = await Promise.all([runHere(tsc()), runHere(process.execPath, "run", "test")]);
    expect(tested).toMatch(/ 0 fail/);
  }, 120_000);
});

describe("another project", () => {
  const node22 = () => join(project, "node_modules/node22/bin/node");

  /** Compiles files of `tried`. @throws Error with the compiler's messages. */
  async function compile(options: object, ...files: string[]): Promise<void> {
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
      ...{ target: "ES2022", module: "nodenext", allowImportingTsExtensions: true },
      ...options,
    };
    const path = join(project, "tried", `tsconfig-${files[0]}.json`);
    await Bun.write(path, JSON.stringify({ compilerOptions, files }));
    await runHere(tsc(), "-p", path);
  }

  test("compiles, the packages' declarations too", async () => {
    await Promise.all([
      compile({ types: [], skipLibCheck: false }, "suite.ts"),
      compile({ types: ["bun-types"], skipLibCheck: true }, "on-node.ts", "on-vitest.ts"),
    ]);
  }, 60_000);

  test("runs the suite with node:test, which finds a faulty store", async () => {
    expect(await runHere(node22(), "--test", "tried/on-node.ts")).toMatch(/pass [4-9]\d/);
    const faulty = [node22(), "--test", "tried/on-node.ts"];
    const { code, output } = await run(faulty, { cwd: project, env: { LOSES_HITS: "true" } });
    expect([code, output]).toEqual([1, expect.stringContaining("not ok")]);
  }, 120_000);

  test("runs the suite with vitest", async () => {
    const vitest = join(project, "node_modules/vitest/vitest.mjs");
    expect(await runHere(node22(), vitest, "run")).toMatch(/Tests +\d+ passed/);
  }, 120_000);
});

describe("the server starts with the template", () => {
  /** Starts it, stores a document, finds it by its vector, starts again and finds it again. */
  async function tryStore(store: string, cwd: string): Promise<void> {
    const file = join(cwd, "vectors.sqlite");
    const env = { QUARRY_VECTOR_STORE: store, QUARRY_VECTOR_STORE_OPTIONS: JSON.stringify({ file }) };
    const server = await startServer({ cwd, env });
    try {
      const quarry = () => new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl });
      const { space } = await quarry().spaces.create({ name: "Handbook" });
      await quarry().documents.upsert({ spaceId: space.id, filename: "leave.md", content: LEAVE });
      const question = { query: "days of leave", spaceIds: space.id, mode: "vector" } as const;
      const found = async () => (await quarry().query(question)).results[0]?.chunk.content;
      expect(await found()).toBe(LEAVE);
      await server.restart();
      expect(await found()).toBe(LEAVE);
      expect((await stat(file)).size).toBeGreaterThan(0);
    } finally {
      await server.stop();
    }
  }

  test("by its path, in a folder where nothing is installed", async () => {
    const bare = join(folder, "bare");
    await cp(join(TEMPLATE, "src/index.ts"), join(bare, "my-store.ts"));
    await tryStore("./my-store.ts", bare);
  }, 120_000);

  test("by the folder of its package", () => tryStore("./", project), 120_000);

  test("by the name of its package", async () => {
    const host = join(folder, "host");
    const tarball = await runHere(process.execPath, "pm", "pack", "--quiet");
    await installProject(host, { "quarry-sqlite-store": `file:${join(project, tarball)}` });
    await tryStore("quarry-sqlite-store", host);
  }, 120_000);

  test("but downloads no package for a name that is not installed", async () => {
    const empty = join(folder, "empty");
    await mkdir(empty);
    const started = startServer({ cwd: empty, env: { QUARRY_VECTOR_STORE: "left-pad" } });
    await expect(started).rejects.toThrow(
      `no package of this name that can be imported is installed in ${empty}`,
    );
  }, 60_000);
});
