import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { ENTRIES } from "../../sdk/build/entries.ts";
import { hasBrowser, startBrowser } from "../support/browser.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { loadWith, reactNative } from "./bare-globals.ts";
import { edgeConfiguration } from "./edge-configuration.ts";
import { type PackedSdk, packSdk, TOOLS } from "./packed.ts";
import { testPackedCommand } from "./packed-command.ts";
import { runWell } from "./run.ts";
import { undocumented } from "./undocumented.ts";

const ROUND_TRIP = "Employees have thirty days of leave a year. | leave.md | 404";
const INTEGRATIONS =
  "Employees have thirty days of leave a year. | leave.md | Employees have thirty days of leave a year.";
const EDGE = "leave.md | 9290 | leave.md,pay.md | 404 | aborted";
const BROWSER_MAX_BYTES = 12_000;
const UPLOADED_BYTES_PER_SECOND = 30_000_000;

let packed: PackedSdk;
let server: RunningServer;
beforeAll(async () => {
  [packed, server] = await Promise.all([packSdk(), startServer()]);
}, 240_000);
afterAll(async () => {
  await server?.stop();
  await packed?.remove();
});

const runHere = (...command: string[]) =>
  runWell(command, {
    cwd: packed.project,
    env: { QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey },
  });

/** Compiles files of `src`. @throws Error with the compiler's messages. */
async function compile(options: object, files: readonly string[]): Promise<void> {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: "ES2022",
    types: [],
    ...options,
  };
  const path = join(packed.project, `tsconfig-${files.join("-")}.json`);
  await Bun.write(path, JSON.stringify({ compilerOptions, files: files.map((file) => `src/${file}`) }));
  await runHere(join(packed.project, "node_modules/.bin/tsc"), "-p", path);
}

describe("the packed SDK", () => {
  test("passes publint and attw", async () => {
    await runHere(join(TOOLS, ".bin/publint"), "--strict", packed.tarball);
    // `strict` includes the resolution of Node 10, which does not know `exports`.
    await runHere(join(TOOLS, ".bin/attw"), packed.tarball, "--profile", "strict");
  }, 120_000);

  test("has no dependencies and imports only published packages", async () => {
    const folder = join(packed.project, "node_modules/@quarry/sdk");
    const { dependencies, sideEffects } = await Bun.file(join(folder, "package.json")).json();
    expect([dependencies, sideEffects]).toEqual([undefined, false]);
    const imports: string[] = [];
    for await (const path of new Bun.Glob("dist/**").scan(folder)) {
      const text = await Bun.file(join(folder, path)).text();
      for (const [, from] of text.matchAll(/(?:from|require\(|import\() ?["']([^"'.][^"']*)["']/g))
        imports.push(`${/\.d\.c?ts$/.test(path) ? "types" : "code"} of ${path.split(/[.-]/)[0]}: ${from}`);
    }
    expect([...new Set(imports)].sort()).toEqual([
      "code of dist/ai: ai",
      "code of dist/langchain: @langchain/core/documents",
      "code of dist/langchain: @langchain/core/retrievers",
      "code of dist/langchain: @langchain/core/runnables",
      "code of dist/langchain: @langchain/core/vectorstores",
      "code of dist/llamaindex: @llamaindex/core/retriever",
      "code of dist/llamaindex: @llamaindex/core/schema",
      "code of dist/llamaindex: @llamaindex/core/utils",
      "code of dist/validate: @sinclair/typebox",
      "code of dist/validate: @sinclair/typebox/value",
      "types of dist/ai: ai",
      "types of dist/langchain: @langchain/core/callbacks/manager",
      "types of dist/langchain: @langchain/core/documents",
      "types of dist/langchain: @langchain/core/embeddings",
      "types of dist/langchain: @langchain/core/retrievers",
      "types of dist/langchain: @langchain/core/runnables",
      "types of dist/langchain: @langchain/core/vectorstores",
      "types of dist/llamaindex: @llamaindex/core/query-engine",
      "types of dist/llamaindex: @llamaindex/core/retriever",
      "types of dist/llamaindex: @llamaindex/core/schema",
    ]);
    expect(await Bun.file(join(folder, "LICENSE")).exists()).toBe(true);
    expect(await Bun.file(join(folder, "api.md")).exists()).toBe(true);
  });

  test("has a text for every export and member, which editors show on hover", () => {
    const folder = join(packed.project, "node_modules/@quarry/sdk");
    const files = Object.keys(ENTRIES).map((name) => `dist/${name}.d.ts`);
    expect(undocumented(folder, files)).toEqual([]);
  }, 60_000);

  test("loads without any global, and asks with the globals of React Native", async () => {
    const entry = join(packed.project, "node_modules/@quarry/sdk/dist/index.js");
    expect(typeof (await loadWith(entry, {})).Quarry).toBe("function");
    const { Quarry } = await loadWith(entry, reactNative());
    if (!Quarry) throw new Error("The package exports no Quarry.");
    const quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
    expect(await quarry.health()).toEqual({ status: "ok" });
    const aborted = quarry.health({ signal: { aborted: true, addEventListener() {} } as never });
    expect(await aborted.catch(String)).toContain("The call was aborted.");
  });

  test("adds at most 12 kB to a web page", async () => {
    const entry = join(packed.project, "node_modules/@quarry/sdk/dist/index.js");
    const { outputs } = await Bun.build({ entrypoints: [entry], target: "browser", minify: true });
    const script = Buffer.from((await outputs[0]?.text()) ?? "");
    const bytes = Bun.gzipSync(script, { level: 9 }).length;
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(BROWSER_MAX_BYTES);
  });
});

describe("the packed SDK runs on", () => {
  beforeAll(async () => {
    const source = (name: string) => join(packed.project, "src", name);
    for (const name of ["round-trip", "integrations", "validated"])
      for (const kind of ["mts", "cts"]) await cp(source(`${name}.ts`), source(`${name}.${kind}`));
    const lib = ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"];
    const node = { module: "node16", moduleResolution: "node16", outDir: "out", lib };
    await Promise.all([
      // Declaration files are checked too, except with the libraries of the integrations.
      compile({ ...node, skipLibCheck: false }, ["round-trip.mts", "round-trip.cts"]),
      compile({ ...node, skipLibCheck: true, module: "nodenext", moduleResolution: "nodenext" }, [
        "integrations.mts",
        "integrations.cts",
        "validated.mts",
        "validated.cts",
      ]),
      compile({ module: "esnext", moduleResolution: "bundler", noEmit: true, lib }, [
        "round-trip.ts",
        "types.ts",
        "edge.ts",
      ]),
    ]);
  }, 120_000);

  for (const runtime of ["node18", "node", "node22"] as const)
    for (const file of ["out/round-trip.mjs", "out/round-trip.cjs"])
      test(`${runtime} ${file}`, async () => {
        const program = runtime === "node" ? "node" : packed.programs[runtime];
        expect(await runHere(program, file)).toBe(ROUND_TRIP);
      });

  test("Node 18, 20 and 22 in these versions", async () => {
    const versions = [packed.programs.node18, "node", packed.programs.node22];
    const shown = await Promise.all(versions.map((program) => runHere(program, "--version")));
    expect(shown.map((version) => version.split(".")[0])).toEqual(["v18", expect.any(String), "v22"]);
  });

  test("Bun", async () => {
    expect(await runHere(process.execPath, "src/round-trip.ts")).toBe(ROUND_TRIP);
  });

  test("Deno", async () => {
    expect(await runHere(packed.programs.deno, "run", "--allow-all", "out/round-trip.mjs")).toBe(ROUND_TRIP);
  });

  test.each([
    ["2026-11-01", []],
    // Without Node's APIs and without later additions to URL.
    ["2022-01-01", ["streams_enable_constructors"]],
  ])("workerd, an edge runtime, as of %s", async (date, flags) => {
    const entry = join(packed.project, "src/edge.ts");
    const { outputs } = await Bun.build({ entrypoints: [entry], target: "browser" });
    await Bun.write(join(packed.project, "edge.js"), (await outputs[0]?.text()) ?? "");
    const path = join(packed.project, `edge-${date}.capnp`);
    await Bun.write(path, edgeConfiguration("edge.js", date, flags));
    const output = await runHere(packed.programs.workerd, "test", path);
    expect(output.split("\n")).toContain(EDGE);
  });

  test.each(["out/validated.mjs", "out/validated.cjs"])("Node 18 with TypeBox: %s", async (file) => {
    expect(await runHere(packed.programs.node18, file)).toBe("Employees have thirty days of leave a year.");
  });

  test.each(["out/integrations.mjs", "out/integrations.cjs"])(
    "LangChain, AI SDK and TypeBox: %s",
    async (file) => {
      expect(await runHere(packed.programs.node22, file)).toBe(INTEGRATIONS);
    },
  );

  test.skipIf(!hasBrowser())(
    "a page in a browser",
    async () => {
      const built = await Bun.build({
        entrypoints: [join(packed.project, "src/browser.ts")],
        target: "browser",
      });
      const script = await built.outputs[0]?.text();
      const site = Bun.serve({
        port: 0,
        fetch: ({ url }) =>
          url.endsWith(".js")
            ? new Response(script, { headers: { "content-type": "text/javascript" } })
            : new Response('<script type="module" src="/page.js"></script>', {
                headers: { "content-type": "text/html" },
              }),
      });
      const browser = await startBrowser();
      try {
        const page = await browser.newPage();
        await page.goto(site.url.href);
        await page.waitForFunction("'runRoundTrip' in globalThis");
        const given = `(${JSON.stringify(server.baseUrl)}, ${JSON.stringify(server.rootKey)})`;
        expect(await page.evaluate<string>(`runRoundTrip${given}`)).toBe(ROUND_TRIP);
        // While the file is sent, not only at its end; without a limit it may be sent between two reports of the browser.
        const connection = await page.context().newCDPSession(page);
        await connection.send("Network.emulateNetworkConditions", {
          ...{ offline: false, latency: 0, downloadThroughput: -1 },
          uploadThroughput: UPLOADED_BYTES_PER_SECOND,
        });
        const { loaded, totalBytes } = await page.evaluate<{ loaded: number[]; totalBytes: number }>(
          `runUpload${given}`,
        );
        expect(loaded.at(-1)).toBe(totalBytes);
        expect(loaded.filter((bytes) => bytes > 0 && bytes < totalBytes)).not.toEqual([]);
        expect(loaded).toEqual(loaded.toSorted((one, other) => one - other));
      } finally {
        await browser.stop();
        await site.stop(true);
      }
    },
    60_000,
  );
});

describe("the packed command", () => {
  testPackedCommand(() => ({ sdk: packed.tarball, server }));
});
