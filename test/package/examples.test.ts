import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { seriesOf } from "../guide/samples.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { TOOLS } from "./packed.ts";
import { runWell } from "./run.ts";

const REPOSITORY = resolve(import.meta.dir, "../..");
const PAGES = ["README.md", "sdk/README.md"] as const;

interface Example {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

async function examplesOf(page: string): Promise<Example[]> {
  const text = await Bun.file(join(REPOSITORY, page)).text();
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block = ""], index) => ({
    name: `${page}, example ${index + 1}`,
    file: `${page.replaceAll(/\W/g, "-")}-${index + 1}.ts`,
    text: block,
  }));
}

const EXAMPLES = (await Promise.all(PAGES.map(examplesOf))).flat();

/** The samples of the guide compile here, and run in test/guide. */
const OF_GUIDE = seriesOf("TypeScript").map(({ page, samples }) => ({
  file: `guide-${page}.ts`,
  text: samples.join("\n"),
}));

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  folder = await mkdtemp(join(tmpdir(), "quarry-examples-"));
  await symlink(TOOLS, join(folder, "node_modules"));
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
    ...{
      target: "ES2024",
      lib: ["ES2024", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
      types: ["bun-types"],
    },
    typeRoots: [join(REPOSITORY, "node_modules")],
    ...{ module: "Preserve", moduleResolution: "bundler", moduleDetection: "force" },
    ...{ allowImportingTsExtensions: true, noEmit: true },
    paths: {
      "@quarry/sdk": [join(REPOSITORY, "sdk/src/index.ts")],
      "@quarry/sdk/*": [join(REPOSITORY, "sdk/src/integrations/*.ts")],
    },
  };
  const files = [...EXAMPLES, ...OF_GUIDE].map(({ file }) => file);
  await Bun.write(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  for (const { file, text } of [...EXAMPLES, ...OF_GUIDE])
    await Bun.write(
      join(folder, file),
      text
        .replaceAll("qry_…", server.rootKey)
        .replaceAll(/https:\/\/quarry\.example\.com|http:\/\/127\.0\.0\.1:7400/g, server.baseUrl),
    );
}, 90_000);
afterAll(async () => {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

describe("the examples in the documentation", () => {
  test("exist and compile", async () => {
    expect(EXAMPLES.length).toBeGreaterThan(3);
    await runWell([join(TOOLS, ".bin/tsc"), "-p", folder], { cwd: folder });
  }, 90_000);

  for (const { name, file } of EXAMPLES)
    test(`${name} runs`, async () => {
      await runWell([process.execPath, file], { cwd: folder, env: { QUARRY_API_KEY: server.rootKey } });
    }, 120_000);
});
