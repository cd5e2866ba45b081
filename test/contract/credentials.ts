import { describe, expect, test } from "bun:test";
import { call, contractServer } from "./contract-server.ts";
import { expectError, expectStatus } from "./expecting.ts";
import { string } from "./reading.ts";
import { newKey } from "./seeding.ts";

const WELL_FORMED_BUT_UNKNOWN = `qry_${"A".repeat(43)}`;

const PROTECTED: [method: string, path: string][] = [
  ["GET", "/api/spaces"],
  ["POST", "/api/spaces"],
  ["GET", "/spaces/spc_x"],
  ["PATCH", "/api/spaces/spc_x"],
  ["DELETE", "/api/spaces/spc_x"],
  ["GET", "/api/spaces/spc_x/documents"],
  ["POST", "/api/spaces/spc_x/documents"],
  ["GET", "/api/spaces/spc_x/documents/doc_x"],
  ["PATCH", "/api/spaces/spc_x/documents/doc_x"],
  ["DELETE", "/api/spaces/spc_x/documents/doc_x"],
  ["GET", "/api/spaces/spc_x/documents/doc_x/file"],
  ["PUT", "/api/documents"],
  ["PUT", "/api/documents/batch"],
  ["GET", "/api/documents/by-filename"],
  ["PATCH", "/documents/doc_x"],
  ["POST", "/api/query"],
  ["POST", "/query/smart"],
  ["GET", "/api/api-keys"],
  ["GET", "/api/usage"],
  ["GET", "/api/usage/history"],
  ["GET", "/api/spaces/spc_x/limits"],
  ["GET", "/api/audit"],
  ["POST", "/api/api-keys"],
  ["DELETE", "/api/api-keys/key_x"],
  ["POST", "/api/api-keys/key_x/rotate"],
  ["GET", "/api/events"],
  ["GET", "/events"],
  ["GET", "/api/webhooks"],
  ["POST", "/webhooks"],
  ["PATCH", "/api/webhooks/whk_x"],
  ["DELETE", "/api/webhooks/whk_x"],
  ["POST", "/api/webhooks/whk_x/replay"],
];

/** Credentials: the two headers, and 401 without a valid key. */
export function credentialTests(): void {
  describe("credentials", () => {
    test("§5.3 authentication: Svc-Api-Key is accepted", async () => {
      const headers = { "Svc-Api-Key": contractServer().rootKey };
      expectStatus(await call("GET", "/api/spaces", { key: null, headers }), 200);
    });

    test("§5.3 authentication: Authorization: Bearer is accepted", async () => {
      const headers = { Authorization: `Bearer ${contractServer().rootKey}` };
      expectStatus(await call("GET", "/api/spaces", { key: null, headers }), 200);
    });

    test.each(PROTECTED)("§5.1 authentication: %s %s without credentials is 401", async (method, path) => {
      const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
      const reply = await call(method, path, { key: null, ...body });
      expectError(reply, 401);
    });

    test.each([
      ["an unknown key", { "Svc-Api-Key": WELL_FORMED_BUT_UNKNOWN }],
      ["a key of another form", { "Svc-Api-Key": "letmein" }],
      ["an empty key", { "Svc-Api-Key": "" }],
      ["an unknown bearer", { Authorization: `Bearer ${WELL_FORMED_BUT_UNKNOWN}` }],
      ["a bearer without a value", { Authorization: "Bearer" }],
      ["another scheme", { Authorization: "Basic cm9vdDpyb290" }],
    ])("§7 errors: %s is 401", async (_, headers) => {
      const reply = await call("GET", "/api/spaces", { key: null, headers });
      expectError(reply, 401);
      expect(reply.text).not.toContain(WELL_FORMED_BUT_UNKNOWN);
    });

    test("§5.5 authentication: a key works until expiresAt and is 401 after it", async () => {
      const expiresAt = new Date(Date.now() + 2_000).toISOString();
      const { key, record } = await newKey({ level: "read", expiresAt });
      expect(new Date(string(record.expiresAt)).getTime()).toBe(new Date(expiresAt).getTime());
      expectStatus(await call("GET", "/api/spaces", { key }), 200);
      await Bun.sleep(new Date(expiresAt).getTime() - Date.now() + 100);
      expectError(await call("GET", "/api/spaces", { key }), 401);
    });
  });
}
