import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { object, objects } from "../contract/reading.ts";
import { rejection } from "../support/failure.ts";
import { until } from "../support/until.ts";
import { assistantOf, type McpApp, startMcpApp } from "./assistant.ts";

const COMMAND = resolve(import.meta.dir, "../../packages/mcp-bridge/src/command.ts");
const LIMIT_MS = 20_000;

let app: McpApp;
beforeAll(async () => {
  app = await startMcpApp();
  const { space } = await app.quarry.spaces.create({ name: "Birds" });
  const content = "The pelican Aldebaran eats herring.";
  await app.quarry.documents.upsert({ spaceId: space.id, filename: "a.md", content });
}, 120_000);
afterAll(() => app.stop());

/** A client that starts the bridge, as an assistant does. */
function bridged(env: Record<string, string>) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND],
    env,
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (piece) => {
    stderr += String(piece);
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  return { client, transport, stderr: () => stderr };
}

/** Runs the bridge with this input and returns its output and exit code. */
async function run(env: Record<string, string>, input: string) {
  const child = Bun.spawn([process.execPath, COMMAND], {
    ...{ env, stdin: "pipe", stdout: "pipe", stderr: "pipe", timeout: LIMIT_MS, killSignal: "SIGKILL" },
  });
  child.stdin.write(input);
  await child.stdin.end();
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, stdout, stderr };
}

const settings = () => ({ QUARRY_URL: app.url, QUARRY_API_KEY: app.rootKey });

describe("the bridge", () => {
  test("forwards all features of the server", async () => {
    const { client, transport, stderr } = bridged(settings());
    await client.connect(transport);
    expect(client.getServerVersion()?.name).toBe("quarry");
    expect((await client.listTools()).tools.length).toBe(15);
    const assistant = assistantOf(client);
    const answers = await Promise.all(
      ["pelican", "herring", "Aldebaran"].map((query) => assistant.call("smart_query", { query })),
    );
    for (const { text } of answers) expect(text).toContain("eats herring");
    const [resource] = (await client.listResources()).resources;
    const { contents } = await client.readResource({ uri: resource?.uri ?? "" });
    expect(JSON.stringify(contents)).toContain("Aldebaran");
    expect(await rejection(client.callTool({ name: "nothing" }))).toMatchObject({ code: -32602 });
    await client.close();
    expect(stderr()).toBe("");
  });

  test("responds in order, writes nothing else to stdout, and exits at the end of its input", async () => {
    const ids = Array.from({ length: 20 }, (_, id) => id);
    // More than the buffer of a pipe.
    const messages = ids.map((id) => `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list" })}\n`);
    const { code, stdout, stderr } = await run(settings(), `${messages.join("")}not a message\n`);
    const answers = stdout
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(answers.map((answer) => object(answer).id)).toEqual(ids);
    for (const answer of answers) expect(objects(object(object(answer).result).tools).length).toBe(15);
    expect(code).toBe(0);
    expect(stderr).toContain("Cannot read a message");
  });

  test("accepts a URL with a trailing slash, and reports a wrong path", async () => {
    const message = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`;
    const slash = await run({ ...settings(), QUARRY_URL: `${app.url}/` }, message);
    expect(slash.stdout).toContain('"result":{}');
    const wrong = await run({ ...settings(), QUARRY_URL: `${app.url}/elsewhere` }, message);
    expect(wrong.stderr).toContain("Check QUARRY_URL");
  });
});

describe("errors are printed to stderr:", () => {
  test.each([
    ["no key", { QUARRY_URL: "http://127.0.0.1:1" }, "QUARRY_API_KEY is not set"],
    ["an invalid key", { QUARRY_API_KEY: "two words" }, "its value is not shown"],
    ["an invalid URL", { QUARRY_URL: "ftp://x", QUARRY_API_KEY: "qry_a" }, "QUARRY_URL must be"],
  ])("%s, and the bridge does not start", async (_what, env, text) => {
    const { code, stdout, stderr } = await run(env, "");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toStartWith("quarry-mcp: ");
    expect(stderr).toContain(text);
    expect(stderr).not.toContain("two words");
  });

  test("a rejected key, which is also reported to the client", async () => {
    const { client, transport, stderr } = bridged({ ...settings(), QUARRY_API_KEY: "qry_wrong" });
    expect(String(await rejection(client.connect(transport)))).toContain("rejected the API key");
    await until("the message", () => stderr().includes("Check QUARRY_API_KEY") || undefined);
    expect(stderr()).not.toContain("qry_wrong");
    await client.close();
  });

  test("an unreachable server: calls fail immediately and succeed once it is back", async () => {
    const fetch = app.app.handle;
    const first = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
    const { port } = first;
    const { client, transport, stderr } = bridged({
      ...settings(),
      QUARRY_URL: `http://127.0.0.1:${port}`,
    });
    await client.connect(transport);
    await first.stop(true);
    const problem = await rejection(client.listTools());
    expect(String(problem)).toContain(`Cannot connect to Quarry at http://127.0.0.1:${port}`);
    await until("the message", () => stderr().includes("Cannot connect") || undefined);
    const second = Bun.serve({ hostname: "127.0.0.1", port: port ?? 0, fetch });
    expect((await client.listTools()).tools.length).toBe(15);
    await client.close();
    await second.stop(true);
  });
});
