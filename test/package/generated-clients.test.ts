import { afterAll, beforeAll, expect, test } from "bun:test";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { hasEveryCase } from "../support/scale.ts";
import { TOOLS } from "./packed.ts";
import { runWell } from "./run.ts";

const ROUND_TRIP =
  "Employees have thirty days of leave a year. | leave.md,pay.md,sick.md | 1 | not_found | true";

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  folder = await mkdtemp(join(tmpdir(), "quarry-generated-"));
  await symlink(TOOLS, join(folder, "node_modules"));
  await cp(join(import.meta.dir, "generated"), folder, { recursive: true });
  const description = await fetch(`${server.baseUrl}/api/openapi.json`);
  await Bun.write(join(folder, "openapi.json"), await description.text());
}, 90_000);
afterAll(async () => {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const runHere = (...command: string[]) =>
  runWell(command, {
    cwd: folder,
    env: { QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey },
  });

async function compileAndRun(file: string): Promise<string> {
  const compilerOptions = {
    strict: true,
    ...{ target: "ES2022", lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] },
    ...{ module: "Preserve", moduleResolution: "bundler", allowImportingTsExtensions: true, noEmit: true },
    skipLibCheck: true,
  };
  const path = join(folder, `${file}.json`);
  await Bun.write(path, JSON.stringify({ compilerOptions, files: [file] }));
  await runHere(join(TOOLS, ".bin/tsc"), "-p", path);
  return runHere(process.execPath, file);
}

test("openapi-typescript and openapi-fetch generate a working client", async () => {
  await runHere(join(TOOLS, ".bin/openapi-typescript"), "openapi.json", "--output", "schema.ts");
  expect(await compileAndRun("openapi-fetch.ts")).toBe(ROUND_TRIP);
}, 90_000);

// Both generators read the same description; the sample tries one.
test.skipIf(!hasEveryCase)(
  "Hey API generates a working client",
  async () => {
    await runHere(join(TOOLS, ".bin/openapi-ts"), "--input", "openapi.json", "--output", "client");
    expect(await compileAndRun("hey-api.ts")).toBe(ROUND_TRIP);
  },
  90_000,
);
