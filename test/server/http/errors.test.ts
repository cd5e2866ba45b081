import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Space } from "@quarry/schema";
import type { Dependencies } from "../../../server/src/compose/dependencies.ts";
import type { TenantScope } from "../../../server/src/platform/access/tenant-scope.ts";
import type { Reply } from "../../contract/caller.ts";
import { expectError, expectRefused } from "../../contract/expecting.ts";
import { type Json, string } from "../../contract/reading.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

/** Text in requests that must not appear in responses or logs. */
const TENANT_TEXT = "the merger with Aldebaran is planned for May";
/** Internal details that responses must not contain. */
const INTERNAL_DETAILS =
  /select |no_such_table|node_modules|\.ts\b|\bat .*:\d+|TypeError|Failed query|postgres/i;

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
  chunking: { maxTokens: 450, overlapTokens: 0 },
  ranking: { vectorWeight: null },
};

/** Faults of the spaces service, by the space's id. */
const FAULTS: Record<string, (deps: Dependencies) => Promise<Space>> = {
  sql: async (deps) => {
    await deps.db.execute(`select '${TENANT_TEXT}' from no_such_table`);
    return SPACE;
  },
  deadlock: async (deps) => {
    await deps.db.execute("do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$");
    return SPACE;
  },
  conflict: async (deps) => {
    await deps.db.execute(
      "do $$ begin raise exception 'could not serialize' using errcode = '40001'; end $$",
    );
    return SPACE;
  },
  bug: async () => {
    throw new TypeError(
      "undefined is not an object (evaluating 'row.id') in /srv/quarry/server/src/secret.ts:1",
    );
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
      const fault = (scope: TenantScope, id: string) =>
        FAULTS[id]?.(deps) ?? deps.services.spaces.get(scope, id);
      const list = async () => Promise.reject(new Error(`keys: ${TENANT_TEXT}`));
      const { spaces, keys } = deps.services;
      const services = { ...deps.services, spaces: { ...spaces, get: fault }, keys: { ...keys, list } };
      return { ...deps, services };
    },
  });
}, 120_000);
afterAll(() => app.stop());

function expectInternal(reply: Reply): Json[] {
  expectError(reply, 500);
  expect(reply.text).not.toMatch(INTERNAL_DETAILS);
  for (const secret of [TENANT_TEXT, app.rootKey]) expect(reply.text).not.toContain(secret);
  expect(reply.headers.get("x-request-id")).toBe(string(reply.json.requestId));
  const lines = app.logLines.map((line): Json => JSON.parse(line));
  return lines.filter((line) => line.requestId === reply.json.requestId);
}

describe("a fault inside a route", () => {
  for (const name of ["sql", "bug", "status", "text", "wrong-type", "missing"])
    test(`${name}: returns 500 without internal details, and logs one line with the request id`, async () => {
      const lines = expectInternal(await app.call("GET", `/api/spaces/${name}`));
      expect(lines).toHaveLength(1);
      expect(JSON.stringify(lines)).not.toContain(TENANT_TEXT);
      expect(JSON.stringify(lines)).not.toContain(app.rootKey);
    });

  for (const name of ["deadlock", "conflict"])
    test(`${name}: a change that the database gave up for another one can be repeated`, async () => {
      const reply = await app.call("GET", `/api/spaces/${name}`);
      expectError(reply, 503);
      expect(reply.headers.get("retry-after")).toBe("1");
      expect(reply.text).not.toMatch(INTERNAL_DETAILS);
    });

  test("the error handler also covers the last module (P1, P2)", async () => {
    for (const path of ["/api/api-keys", "/api-keys"]) expectInternal(await app.call("GET", path));
  });

  test("a truncated JSON body returns 400", async () => {
    const rawBody = `{"name": "${TENANT_TEXT}`;
    const reply = await app.call("POST", "/api/spaces", {
      rawBody,
      headers: { "Content-Type": "application/json" },
    });
    expectRefused(reply, "");
    expect(reply.text).not.toContain("Aldebaran");
  });
});
