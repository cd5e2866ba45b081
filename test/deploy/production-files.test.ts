import { afterAll, beforeAll, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Glob } from "bun";
import { collectFiles } from "../../deploy/docker/collect-files.ts";
import { dashboardFiles } from "../../server/src/platform/http/dashboard-files.ts";
import { fuzzSamples } from "../fuzz/broken-files.ts";
import { type Caller, createCaller } from "../support/running-server.ts";
import { type ServerProcess, startProcess } from "../support/server-process.ts";

const ROOT = resolve(import.meta.dir, "../..");
/** For both servers, which read a file of each kind. */
const LIMIT_MS = 600_000;
const KEY = "a-root-key-of-this-test";
/** Of an image of 250 MB, Bun takes 107 and the system's libraries 5. */
const MAX_BYTES = 131_000_000;

/** The service from the whole repository, and from the collected files. */
interface Place {
  readonly process: ServerProcess;
  readonly call: Caller;
  readonly baseUrl: string;
  readonly spaceId: string;
}

let folder: string;
let whole: Place;
let collected: Place;

beforeAll(async () => {
  // Beside the repository's data, because the usual folder may be in memory.
  folder = await mkdtemp("/var/tmp/quarry-files-");
  collectFiles(join(folder, "app"));
  [whole, collected] = await Promise.all([start(ROOT, "whole"), start(join(folder, "app"), "collected")]);
}, 240_000);
afterAll(async () => {
  for (const place of [whole, collected]) {
    place?.process.signal("SIGTERM");
    await place?.process.exited;
  }
  await rm(folder, { recursive: true, force: true });
});

async function start(cwd: string, name: string): Promise<Place> {
  const settings = {
    QUARRY_DATA_DIR: join(folder, name),
    QUARRY_ROOT_KEY: KEY,
    QUARRY_PARSE_STALL_MS: "60000",
  };
  const process = startProcess(settings, { cwd, limitMs: LIMIT_MS });
  const baseUrl = await process.ready;
  const call = createCaller({ baseUrl, rootKey: KEY });
  const { json } = await call("POST", "/api/spaces", { body: { name: "Files" } });
  return { process, call, baseUrl, spaceId: (json.space as { id: string }).id };
}

/** Sends a file and returns what came of it: the status and the text of its document, or the error. */
async function textOf({ baseUrl, spaceId }: Place, filename: string, bytes: Uint8Array): Promise<unknown> {
  const form = new FormData();
  form.set("spaceId", spaceId);
  form.set("file", new File([new Uint8Array(bytes)], filename));
  const headers = { authorization: `Bearer ${KEY}` };
  const sent = await fetch(`${baseUrl}/api/documents`, { method: "PUT", body: form, headers });
  const { document, message } = Object(await sent.json());
  if (!document) return [sent.status, message];
  const path = `/api/documents/by-filename?${new URLSearchParams({ spaceId, filename })}`;
  const { content } = Object(await (await fetch(baseUrl + path, { headers })).json());
  return [sent.status, document.status, document.chunkCount, content];
}

test("the files of the image are small", async () => {
  let bytes = 0;
  const app = join(folder, "app");
  for (const path of new Glob("**/*").scanSync({ cwd: app, dot: true }))
    bytes += statSync(join(app, path)).size;
  expect(bytes).toBeGreaterThan(50_000_000);
  expect(bytes).toBeLessThan(MAX_BYTES);
});

test(
  "they read a file of each kind as the whole repository does",
  async () => {
    const samples = [...(await fuzzSamples()).values()].flatMap(([first]) => (first ? [first] : []));
    expect(samples.length).toBeGreaterThan(30);
    for (const { filename, source, pack } of samples) {
      const bytes = pack(source);
      const [here, there] = await Promise.all([
        textOf(whole, filename, bytes),
        textOf(collected, filename, bytes),
      ]);
      expect([filename, there]).toEqual([filename, here]);
      expect([filename, Object(there)[0]]).toEqual([filename, 201]);
    }
  },
  LIMIT_MS,
);

test("they answer questions, and serve the reference, the pages and the commands", async () => {
  const { json } = await collected.call("POST", "/api/query", {
    body: { query: "high water", spaceIds: collected.spaceId },
  });
  expect(json.results).not.toEqual([]);
  for (const path of [
    "/docs",
    "/docs/assets/swagger-ui-bundle.js",
    "/app/sign-in",
    dashboardFiles().stylePath,
    "/llms.txt",
    "/guide/",
    "/guide/assets/site.js",
    "/api/openapi.json",
  ])
    expect([path, (await fetch(collected.baseUrl + path)).status]).toEqual([path, 200]);
  const doctor = Bun.spawn([process.execPath, "server/src/command.ts", "doctor"], {
    ...{ cwd: join(folder, "app"), stdout: "pipe", stderr: "pipe" },
    env: { PATH: process.env.PATH, QUARRY_DATA_DIR: join(folder, "collected") },
  });
  expect(await new Response(doctor.stdout).text()).toContain("no problems found");
});

/** Packages that a workspace's programs import, and that an installation without development packages lacks. */
test("what the service imports is among the dependencies of production", async () => {
  const missing: string[] = [];
  for (const pattern of ["server", "adapters/*", "packages/{core,schema}"])
    for (const manifest of new Glob(`${pattern}/package.json`).scanSync(ROOT)) {
      const {
        name,
        dependencies = {},
        optionalDependencies = {},
      } = await Bun.file(join(ROOT, manifest)).json();
      const own = new Set([name, ...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
      for (const path of new Glob("src/**/*.ts").scanSync(join(ROOT, dirname(manifest)))) {
        if (/\.(test|fixture)\.ts$/.test(path)) continue;
        const text = await Bun.file(join(ROOT, dirname(manifest), path)).text();
        for (const { path: imported } of new Bun.Transpiler({ loader: "ts" }).scanImports(text)) {
          const [, used] = /^((?:@[^/]+\/)?[a-z0-9][^/:]*)(?:\/|$)/.exec(imported) ?? [];
          if (used && !own.has(used) && !(used === "bun"))
            missing.push(`${manifest} lacks ${used} (${path})`);
        }
      }
    }
  expect(missing).toEqual([]);
});
