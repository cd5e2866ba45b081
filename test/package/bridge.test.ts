import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Quarry } from "@quarry/sdk";
import { assistantOf } from "../mcp/assistant.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { installProject, PLATFORM, packPackage, TOOLS } from "./packed.ts";
import { run, runWell } from "./run.ts";

/** The package as `npx -y @quarry/mcp` installs it, in a separate folder with the oldest supported Node version. */
let folder: string;
let tarball: string;
let server: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-bridge-"));
  const install = async () => {
    tarball = await packPackage("packages/mcp-bridge", folder);
    await installProject(folder, {
      "@quarry/mcp": `file:${tarball}`,
      node20: `npm:node-${PLATFORM}@20.20.2`,
    });
  };
  [server] = await Promise.all([startServer(), install()]);
  const quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
  const { space } = await quarry.spaces.create({ name: "Birds" });
  const content = "The pelican Aldebaran eats herring.";
  await quarry.documents.upsert({ spaceId: space.id, filename: "a.md", content });
}, 120_000);
afterAll(async () => {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const installed = (path: string) => join(folder, "node_modules", path);
const node20 = () => installed("node20/bin/node");
/** The program as linked for `npx`, with only this Node in the PATH. */
const withNode20 = () => ({
  command: installed(".bin/quarry-mcp"),
  env: { PATH: [dirname(node20()), "/usr/bin", "/bin"].join(delimiter) },
});
const withBun = () => ({
  command: process.execPath,
  args: [installed("@quarry/mcp/dist/command.js")],
  env: {},
});

describe("the packed bridge", () => {
  test("contains a built program and exact versions, and passes publint", async () => {
    expect(await runWell([node20(), "--version"], { cwd: folder })).toStartWith("v20.");
    const { bin, dependencies } = await Bun.file(installed("@quarry/mcp/package.json")).json();
    expect(bin).toEqual({ "quarry-mcp": "dist/command.js" });
    expect(Object.values(dependencies)).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
    const files: string[] = [];
    for await (const path of new Bun.Glob("**").scan(installed("@quarry/mcp"))) files.push(path);
    expect(files.sort()).toEqual(["LICENSE", "README.md", "dist/command.js", "package.json"]);
    await runWell([join(TOOLS, ".bin/publint"), "--strict", tarball], { cwd: folder });
  }, 120_000);

  test.each([
    ["Node 20", withNode20],
    ["Bun", withBun],
  ])("forwards an assistant's queries on %s", async (_runtime, program) => {
    const { env, ...started } = program();
    const settings = { QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey };
    const transport = new StdioClientTransport({ ...started, env: { ...env, ...settings }, stderr: "pipe" });
    let stderr = "";
    transport.stderr?.on("data", (piece) => {
      stderr += String(piece);
    });
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(transport);
    expect(client.getServerVersion()?.name).toBe("quarry");
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    const { text } = await assistantOf(client).call("smart_query", { query: "pelican" });
    expect(text).toContain("eats herring");
    await client.close();
    expect(stderr).toBe("");
  });

  test.each([
    ["no key", {}, "QUARRY_API_KEY is not set"],
    ["an invalid URL", { QUARRY_URL: "nowhere", QUARRY_API_KEY: "qry_a" }, "QUARRY_URL must be"],
  ])("prints an error on Node 20 for %s", async (_what, settings, text) => {
    const { command, env } = withNode20();
    const bare = { QUARRY_URL: "", QUARRY_API_KEY: "", ...env, ...settings };
    const { code, output } = await run([command], { cwd: folder, env: bare });
    expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining(text) });
  });
});
