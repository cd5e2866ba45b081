import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectError, expectRefused, expectStatus } from "../../contract/expecting.ts";
import { object, string } from "../../contract/reading.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

const TENANT_TEXT = "the merger with Aldebaran is planned for May";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

describe("Elysia pitfalls (reference/style.md P1-P13)", () => {
  test("P1: unknown routes return the standard error format, with and without credentials", async () => {
    expectError(await app.call("GET", "/api/nowhere"), 404);
    expectError(await app.call("PUT", "/nowhere", { key: null, rawBody: "x" }), 404);
  });

  test("P3: every documented route except the public ones authenticates before it parses the body", async () => {
    const { paths } = (await app.call("GET", "/api/openapi.json")).json;
    const open: string[] = [];
    for (const [path, methods] of Object.entries(object(paths)))
      for (const method of Object.keys(object(methods)))
        for (const at of [path, path.replace(/^\/api/, "")]) {
          const options = method === "get" ? { key: null } : { key: null, rawBody: "{" };
          const { status } = await app.call(method.toUpperCase(), at.replace(/\{\w+\}/g, "x"), options);
          if (status !== 401) open.push(`${method} ${at}`);
        }
    expect(open.sort()).toEqual(["get /api/health", "get /api/ready", "get /health", "get /ready"]);
  });

  test("P6, P10, P11: reports all invalid fields together, without repeating their values", async () => {
    const body = { query: 5, spaceIds: { a: TENANT_TEXT }, mode: TENANT_TEXT, [`x ${TENANT_TEXT}`]: 1 };
    const reply = await app.call("POST", "/api/query", { body });
    expectRefused(reply, "/query", "/spaceIds", "/mode");
    expect(reply.text).toContain("is not a known field");
    expect(reply.text).not.toContain("Expected");
    expect(reply.text).not.toContain(`"${TENANT_TEXT}"`);
  });

  test("a value that cannot be shown as text is refused like any other", async () => {
    for (const value of [{ toString: 1 }, { valueOf: 1, toString: {} }, [{ toString: null }]])
      expectRefused(await app.call("POST", "/api/spaces", { body: { name: value } }), "/name");
  });

  test("P8, P9: parses numbers in the query string strictly, and names the refused parameter", async () => {
    for (const value of ["0", "101", "5.5", "abc", "0x10", "", "1e1", "-1", "%205"])
      expectRefused(await app.call("GET", `/api/spaces?pageSize=${value}`), "/pageSize");
    const { json } = await app.call("GET", "/api/spaces?pageSize=5&page=2");
    expect(json.pagination).toEqual({
      page: 2,
      pageSize: 5,
      total: expect.any(Number),
      totalPages: expect.any(Number),
    });
  });

  test("P12: routes match under every host name", async () => {
    for (const host of ["localhost", "knowledge.example.com", "127.0.0.1:7400"]) {
      const response = await app.app.handle(new Request(`http://${host}/api/health`));
      expect({ host, status: response.status }).toEqual({ host, status: 200 });
    }
  });

  test("P13: metadata in a multipart body is parsed as JSON once; other fields stay text", async () => {
    const { json } = await app.call("POST", "/api/spaces", { body: { name: "Parts" } });
    const form = new FormData();
    form.set("file", new File(["one two three"], "a.txt"));
    form.set("filename", '{"a":1}.txt');
    form.set("metadata", '{"text":"{\\"b\\":2}"}');
    form.set("spaceId", string(object(json.space).id));
    const reply = await app.call("PUT", "/api/documents", { rawBody: form });
    expectStatus(reply, 201);
    const { filename, metadata } = object(reply.json.document);
    expect({ filename, metadata }).toEqual({ filename: '{"a":1}.txt', metadata: { text: '{"b":2}' } });
  });
});
