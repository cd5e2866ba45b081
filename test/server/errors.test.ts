import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Space } from "@quarry/schema";
import type { Dependencies } from "../../server/src/dependencies.ts";
import type { Reply } from "../contract/caller.ts";
import { expectError, expectRefused, expectStatus } from "../contract/expecting.ts";
import { type Json, object, string } from "../contract/reading.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";

/** Stands in requests, and must never stand in an answer or a line of the log. */
const TENANT_TEXT = "the merger with Aldebaran is planned for May";
/** What no answer to a caller holds. */
const INNER_LIFE = /select |no_such_table|node_modules|\.ts\b|\bat .*:\d+|TypeError|Failed query|postgres/i;

const SPACE: Space = {
  id: "spc_1",
  orgId: "org_1",
  name: "A",
  slug: "a",
  icon: "folder",
  description: "A",
  isArchived: false,
  archivedAt: null,
  createdAt: new Date(0).toISOString(),
  updatedAt: new Date(0).toISOString(),
  metadata: {},
};

/** What the service of spaces does for a space of this name. */
const FAULTS: Record<string, (deps: Dependencies) => Promise<Space>> = {
  sql: async (deps) => {
    await deps.db.execute(`select '${TENANT_TEXT}' from no_such_table`);
    return SPACE;
  },
  bug: async () => {
    throw new TypeError("undefined is not an object (evaluating 'row.id') in /srv/quarry/server/src/secret.ts:1");
  },
  status: async () => {
    throw Object.assign(new Error("I am a teapot: select 1"), { status: 418, code: "TEAPOT" });
  },
  text: async () => {
    throw "thrown text: select 1";
  },
  "wrong-type": async () => ({ ...SPACE, name: 42 as unknown as string }),
  missing: async () => ({ id: "spc_1" }) as Space,
};

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp({
    change: (deps) => {
      const fault = (_orgId: string, id: string) => FAULTS[id]?.(deps) ?? deps.services.spaces.get(_orgId, id);
      const list = async () => Promise.reject(new Error(`keys: ${TENANT_TEXT}`));
      const { spaces, keys } = deps.services;
      const services = { ...deps.services, spaces: { ...spaces, get: fault }, keys: { ...keys, list } };
      return { ...deps, services };
    },
  });
}, 60_000);
afterAll(() => app.stop());

function expectInternal(reply: Reply): Json[] {
  expectError(reply, 500);
  expect(reply.text).not.toMatch(INNER_LIFE);
  for (const secret of [TENANT_TEXT, app.rootKey]) expect(reply.text).not.toContain(secret);
  expect(reply.headers.get("x-request-id")).toBe(string(reply.json.requestId));
  const lines = app.logLines.map((line): Json => JSON.parse(line));
  return lines.filter((line) => line.requestId === reply.json.requestId);
}

describe("what breaks within a route", () => {
  for (const name of ["sql", "bug", "status", "text", "wrong-type", "missing"])
    test(`${name}: answers 500 without inner life, and one line of the log has its request id`, async () => {
      const lines = expectInternal(await app.call("GET", `/api/spaces/${name}`));
      expect(lines).toHaveLength(1);
      expect(JSON.stringify(lines)).not.toContain(TENANT_TEXT);
      expect(JSON.stringify(lines)).not.toContain(app.rootKey);
    });

  test("the error mapper covers the last module too (P1, P2)", async () => {
    for (const path of ["/api/api-keys", "/api-keys"]) expectInternal(await app.call("GET", path));
  });

  test("a body that breaks off is the caller's fault", async () => {
    const rawBody = `{"name": "${TENANT_TEXT}`;
    const reply = await app.call("POST", "/api/spaces", { rawBody, headers: { "Content-Type": "application/json" } });
    expectRefused(reply, "");
    expect(reply.text).not.toContain("Aldebaran");
  });
});

describe("Elysia's traps (reference/style.md P1-P13)", () => {
  test("P1: a route that does not exist answers in the one shape, with and without credentials", async () => {
    expectError(await app.call("GET", "/api/nowhere"), 404);
    expectError(await app.call("PUT", "/nowhere", { key: null, rawBody: "x" }), 404);
    expectError(await app.call("DELETE", "/health"), 404);
  });

  test("P3: every described route but the public ones asks who is calling, before it reads the body", async () => {
    const { paths } = (await app.call("GET", "/api/openapi.json")).json;
    const open: string[] = [];
    for (const [path, methods] of Object.entries(object(paths)))
      for (const method of Object.keys(object(methods)))
        for (const at of [path, path.replace(/^\/api/, "")]) {
          const options = { key: null, rawBody: method === "get" ? undefined : "{" } as const;
          const { status } = await app.call(method.toUpperCase(), at.replace(/\{\w+\}/g, "x"), options);
          if (status !== 401) open.push(`${method} ${at}`);
        }
    expect(open.sort()).toEqual(["get /api/health", "get /api/ready", "get /health", "get /ready"]);
  });

  test("P6, P10, P11: all offending fields at once, in words, without repeating what was sent", async () => {
    const body = { query: 5, spaceIds: { a: TENANT_TEXT }, mode: TENANT_TEXT, [`x ${TENANT_TEXT}`]: 1 };
    const reply = await app.call("POST", "/api/query", { body });
    expectRefused(reply, "/query", "/spaceIds", "/mode");
    expect(reply.text).toContain("is not a known field");
    expect(reply.text).not.toContain("Expected");
    expect(reply.text).not.toContain(`"${TENANT_TEXT}"`);
  });

  test("P7: an answer that breaks its schema is our fault, not the caller's 422", async () => {
    expectStatus(await app.call("GET", "/api/spaces/missing"), 500);
  });

  test("P8, P9: numbers of a query string are read strictly and refused by name", async () => {
    for (const value of ["0", "101", "5.5", "abc", "0x10", "", "1e1", "-1", "%205"])
      expectRefused(await app.call("GET", `/api/spaces?pageSize=${value}`), "/pageSize");
    const { json } = await app.call("GET", "/api/spaces?pageSize=5&page=2");
    expect(json.pagination).toEqual({ page: 2, pageSize: 5, total: 0, totalPages: 0 });
  });

  test("P12: paths are found under every host", async () => {
    for (const host of ["localhost", "knowledge.example.com", "127.0.0.1:7400"]) {
      const response = await app.app.handle(new Request(`http://${host}/api/health`));
      expect({ host, status: response.status }).toEqual({ host, status: 200 });
    }
  });

  test("P13: metadata in a multipart body is read once; other fields stay text", async () => {
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
