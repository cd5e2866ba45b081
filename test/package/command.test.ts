import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { PLATFORM, packPackage, TOOLS } from "./packed.ts";
import { run, runWell } from "./run.ts";

/** What starts before the command that was asked for, and with `spaces list`. More takes longer than 300 ms to start. */
const START_MAX_BYTES = 15_000;
const SPACES_MAX_BYTES = 100_000;

/** An empty folder outside this repository, beside it Node 20 alone, and the packed command. */
let folder: string;
let empty: string;
let tarball: string;
let server: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-packed-command-"));
  empty = await mkdtemp(join(folder, "empty-"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ dependencies: NODE_20 }));
  const install = async () => {
    tarball = await packPackage("packages/cli", folder);
    await runWell([process.execPath, "install", "--no-progress"], { cwd: folder });
    await runWell(["tar", "-xzf", tarball, "-C", folder], { cwd: folder });
  };
  [server] = await Promise.all([startServer(), install()]);
}, 120_000);
afterAll(async () => {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const NODE_20 = { node20: `npm:node-${PLATFORM}@20.20.2` };
const node20 = () => join(folder, "node_modules/node20/bin/node");
const env = () => ({
  PATH: [dirname(node20()), dirname(Bun.which("npx") ?? ""), "/usr/bin", "/bin"].join(delimiter),
  XDG_CONFIG_HOME: folder,
  QUARRY_URL: server.baseUrl,
  QUARRY_API_KEY: server.rootKey,
});
const npx = (...args: string[]) =>
  runWell(["npx", "--yes", `file:${tarball}`, ...args], { cwd: empty, env: env() });

/** The bytes of a module with everything that it imports statically. */
async function startBytes(file: string, seen = new Set<string>()): Promise<number> {
  if (seen.has(file)) return 0;
  seen.add(file);
  const text = await readFile(file, "utf8");
  let bytes = text.length;
  for (const [, from = ""] of text.matchAll(/(?:^|\n)(?:import|\} from)\b[^"(]*"(\.[^"]+)"/g))
    bytes += await startBytes(join(dirname(file), from), seen);
  return bytes;
}

describe("the packed command", () => {
  test("is plain JavaScript without dependencies, and passes publint", async () => {
    const { bin, dependencies } = JSON.parse(await readFile(join(folder, "package/package.json"), "utf8"));
    expect([bin, dependencies]).toEqual([{ quarry: "dist/command.js" }, undefined]);
    const files = await readdir(join(folder, "package"), { recursive: true });
    expect(files.filter((file) => !/^dist(\/[\w-]+\.js)?$/.test(file)).sort()).toEqual([
      ...["LICENSE", "README.md", "package.json"],
    ]);
    await runWell([join(TOOLS, ".bin/publint"), "--strict", tarball], { cwd: folder });
  });

  test("starts with little to load", async () => {
    const dist = join(folder, "package/dist");
    expect(await startBytes(join(dist, "command.js"))).toBeLessThan(START_MAX_BYTES);
    const spaces = (await readdir(dist)).find((file) => file.startsWith("spaces-")) ?? "";
    const bytes = await startBytes(join(dist, spaces));
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(SPACES_MAX_BYTES);
  });

  test("runs by npx of its tarball in an empty folder with Node 20, without Bun", async () => {
    expect((await run(["sh", "-c", "command -v bun"], { cwd: empty, env: env() })).code).not.toBe(0);
    expect(await runWell(["node", "--version"], { cwd: empty, env: env() })).toStartWith("v20.");
    expect(await npx("--version")).toMatch(/^\d+\.\d+\.\d+$/);
    expect(await npx("spaces", "create", "Birds")).toContain("Created: Birds (birds, ");
    await writeFile(join(empty, "pelican.md"), "The pelican Aldebaran eats herring.");
    expect(await npx("upload", "*.md", "--space", "birds")).toContain("1 uploaded");
    expect(await npx("ask", "What does Aldebaran eat?")).toContain("eats herring");
    expect(await npx("doctor")).toContain("key          valid");
    const up = await run(["npx", "--yes", `file:${tarball}`, "up"], { cwd: empty, env: env() });
    expect(up).toEqual({
      code: 2,
      output: expect.stringContaining("The server is not part of this package"),
    });
  }, 120_000);
});
