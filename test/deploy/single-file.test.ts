import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildSingleFile } from "../../deploy/single-file/build.ts";
import { until } from "../support/until.ts";

const KEY = "a-root-key-of-this-test";
/** Bun itself takes 107. */
const MAX_BYTES = 170_000_000;
const LIMIT_MS = 240_000;

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp("/var/tmp/quarry-one-file-");
  file = join(folder, "quarry");
  expect(buildSingleFile(file)).toBeLessThan(MAX_BYTES);
}, LIMIT_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What it has of this machine: a shell, but neither Bun nor Node.js. */
const environment = (more: Record<string, string> = {}) => ({
  ...{ PATH: "/usr/bin:/bin", HOME: folder, QUARRY_PORT: "0", QUARRY_ROOT_KEY: KEY },
  ...more,
});

function start(more: Record<string, string> = {}) {
  const child = Bun.spawn([file], { cwd: folder, env: environment(more), stdout: "pipe", stderr: "pipe" });
  let output = "";
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const bytes of stream) output += new TextDecoder().decode(bytes);
  };
  void read(child.stdout);
  void read(child.stderr);
  const address = () => /http:\/\/[\d.a-z]+:\d+/.exec(output)?.[0];
  const ready = until("the service to listen", async () => address(), LIMIT_MS);
  return { child, ready, output: () => output };
}

test(
  "one file is the whole service: it starts in an empty folder, reads files in processes of its own, and answers",
  async () => {
    // At the same moment, on different data: both unpack.
    const servers = [start(), start({ QUARRY_DATA_DIR: join(folder, "other") })];
    const [baseUrl] = await Promise.all(servers.map(({ ready }) => ready));
    const headers = { authorization: `Bearer ${KEY}` };
    const json = { ...headers, "content-type": "application/json" };
    const call = async (method: string, path: string, body: unknown) =>
      Object(
        await (await fetch(baseUrl + path, { method, body: JSON.stringify(body), headers: json })).json(),
      );
    const { space } = await call("POST", "/api/spaces", { name: "Files" });
    const form = new FormData();
    form.set("spaceId", space.id);
    form.set("file", new File(["<h1>Tides</h1><p>High water is at noon.</p>"], "tides.html"));
    const sent = await fetch(`${baseUrl}/api/documents`, { method: "PUT", body: form, headers });
    expect(sent.status).toBe(201);
    const { results } = await call("POST", "/api/query", { query: "high water", spaceIds: space.id });
    expect(results[0].chunk.content).toContain("noon");
    for (const { child } of servers) child.kill("SIGTERM");
    expect(await Promise.all(servers.map(({ child }) => child.exited))).toEqual([0, 0]);
    expect(readdirSync(join(folder, ".cache/quarry"))).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
  },
  LIMIT_MS,
);

test(
  "it has the operator's commands, and says where its files go",
  async () => {
    const run = async (words: string[], env: Record<string, string> = environment()) => {
      const child = Bun.spawn([file, ...words], { cwd: folder, env, stdout: "pipe", stderr: "pipe" });
      const [out, error] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      return { code: await child.exited, text: out + error };
    };
    expect(await run(["doctor"])).toMatchObject({
      code: 0,
      text: expect.stringContaining("no problems found"),
    });
    expect(await run(["--help"])).toMatchObject({
      code: 0,
      text: expect.stringContaining("~/.cache/quarry"),
    });
    expect((await run(["nonsense"])).text).toContain("Usage:");
    expect(await run([], { PATH: "/usr/bin:/bin" })).toMatchObject({
      code: 1,
      text: expect.stringContaining("QUARRY_PROGRAM_DIR"),
    });
  },
  LIMIT_MS,
);
