import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { CallOptions } from "../contract/caller.ts";
import { expectError, expectMatch, expectStatus } from "../contract/expecting.ts";
import type { Json } from "../contract/reading.ts";
import { rejection } from "../support/failure.ts";
import { type McpApp, startMcpApp } from "./assistant.ts";

let app: McpApp;
const SECRET = "password of the database";

beforeAll(async () => {
  app = await startMcpApp({
    env: { QUARRY_MAX_FILE_BYTES: "1000" },
    change: (deps) => ({
      ...deps,
      services: {
        ...deps.services,
        queries: { query: () => Promise.reject(new Error(SECRET)) },
      },
    }),
  });
}, 120_000);
afterAll(() => app.stop());

const ACCEPT = { accept: "application/json, text/event-stream" };

function post(body: unknown, options: CallOptions = {}) {
  const { headers, ...others } = options;
  return app.call("POST", "/mcp", { body: body as Json, headers: { ...ACCEPT, ...headers }, ...others });
}
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

describe("credentials", () => {
  test("are accepted in both headers, and the call counts towards the rate limit", async () => {
    const reply = await post(ping);
    expectStatus(reply, 200);
    expect(reply.json).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    expect(Number(reply.headers.get("x-ratelimit-limit"))).toBeGreaterThan(0);
    expect(reply.headers.get("x-request-id")).toStartWith("req_");
    expectStatus(await post(ping, { key: null, headers: { Authorization: `Bearer ${app.rootKey}` } }), 200);
  });

  test.each(["GET", "POST", "DELETE"])(
    "are required: %s returns 401 with the metadata URL",
    async (method) => {
      for (const key of [null, "qry_wrong"]) {
        const reply = await app.call(method, "/mcp", { key, headers: ACCEPT });
        expectError(reply, 401);
        const metadata = `resource_metadata="http://localhost/.well-known/oauth-protected-resource/mcp"`;
        expect(reply.headers.get("www-authenticate")).toContain(metadata);
      }
    },
  );

  test("are required: the client receives the 401", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const transport = new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`));
    expect(await rejection(client.connect(transport))).toMatchObject({ code: 401 });
  });

  test("have their own rate limit, which returns 429", async () => {
    const rateLimit = { limit: 2, windowSeconds: 3600 };
    const { key } = await app.quarry.apiKeys.create({ name: "slow", level: "read", rateLimit });
    for (const status of [200, 200, 429]) expectStatus(await post(ping, { key }), status);
  });
});

describe("the transport", () => {
  test.each(["GET", "DELETE", "PUT"])("%s is not allowed, because there are no sessions", async (method) => {
    const reply = await app.call(method, "/mcp", { headers: ACCEPT });
    expectStatus(reply, 405);
    expect(reply.headers.get("allow")).toBe("POST");
  });

  test("a notification is accepted without a response body", async () => {
    const reply = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
    expectStatus(reply, 202);
    expect(reply.text).toBe("");
  });

  test.each([
    ["no JSON", "{", 400, -32700],
    ["nothing", "", 400, -32700],
    ["no JSON-RPC", '{"hello":1}', 400, -32700],
    ["a batch", JSON.stringify([ping, ping]), 400, -32600],
    ["nested too deep", "[".repeat(10_000), 400, -32700],
    ["too large", JSON.stringify({ ...ping, params: { text: "x".repeat(11_000_000) } }), 413, -32600],
  ])("a body that is %s is rejected", async (_what, rawBody, status, code) => {
    const headers = { ...ACCEPT, "content-type": "application/json" };
    const reply = await app.call("POST", "/mcp", { rawBody, headers });
    expectMatch({ status: reply.status, ...reply.json }, { status, id: null, error: { code } });
  });

  test("unsupported content types, accept headers and protocol versions are rejected", async () => {
    expectStatus(await post(ping, { headers: { "content-type": "text/plain" } }), 415);
    expectStatus(await post(ping, { headers: { accept: "text/html" } }), 406);
    expectStatus(await post(ping, { headers: { "mcp-protocol-version": "1999-01-01" } }), 400);
  });

  test.each([
    ["resources/read", undefined, "/params is required"],
    ["resources/read", { uri: 5 }, "/params/uri must be a string"],
    ["tools/call", {}, "/params/name is required"],
    ["tools/call", { name: "list_spaces", arguments: [] }, "/params/arguments must be"],
    ["resources/list", { cursor: 5 }, "/params/cursor must be a string"],
    ["initialize", {}, "/params/protocolVersion is required"],
  ])("invalid parameters of %s are reported: %j", async (method, params, problem) => {
    const { json } = await post({ ...ping, method, ...(params ? { params } : {}) });
    expectMatch(json, { id: 1, error: { code: -32602, message: expect.stringContaining(problem) } });
  });

  test("an unknown method is a protocol error", async () => {
    const reply = await post({ ...ping, method: "completion/complete" });
    expectMatch(reply.json, { id: 1, error: { code: -32601 } });
  });

  test.each(["2025-03-26", "2025-06-18", "2025-11-25"])("supports version %s", async (protocolVersion) => {
    const clientInfo = { name: "test", version: "1" };
    const params = { protocolVersion, capabilities: {}, clientInfo };
    const reply = await post({ ...ping, method: "initialize", params });
    expectMatch(reply.json, { result: { protocolVersion, serverInfo: { name: "quarry" } } });
    expect(reply.headers.get("mcp-session-id")).toBeNull();
  });

  test("is not part of the OpenAPI description", async () => {
    expect((await app.call("GET", "/api/openapi.json")).text).not.toContain("/mcp");
  });
});

describe("internal errors", () => {
  test("expose only the request id, which is also in the log", async () => {
    const params = { name: "query_spaces", arguments: { query: "a", spaceIds: "b" } };
    const reply = await post({ ...ping, method: "tools/call", params });
    expectMatch(reply.json, { result: { isError: true } });
    expect(reply.text).not.toContain(SECRET);
    const id = reply.headers.get("x-request-id") ?? "";
    expect(reply.text).toContain(id);
    expect(app.logLines.filter((line) => line.includes(SECRET) && line.includes(id)).length).toBe(1);
  });

  test("a file over the size limit is reported", async () => {
    const { space } = await app.quarry.spaces.create({ name: "Small" });
    const content = Buffer.alloc(2000).toString("base64");
    const given = { spaceId: space.id, filename: "a.bin", content, encoding: "base64" };
    const { isError, text } = await (await app.assistant()).call("upload_document", given);
    expect(isError).toBe(true);
    expect(text).toMatch(/^payload_too_large: .*1000 bytes.*Split/s);
  });
});
