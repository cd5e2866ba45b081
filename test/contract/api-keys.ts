import { describe, expect, test } from "bun:test";
import { call, contractServer } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { PERMISSIONS } from "./operations.ts";
import { type Json, number, object, objects, string, TIMESTAMP } from "./reading.ts";
import { newKey, uniqueWord } from "./seeding.ts";

const KEY = /^qry_[A-Za-z0-9_-]{43}$/;
const READ = PERMISSIONS.filter((permission) => permission.endsWith(":read"));
const LEVELS: Record<string, readonly string[]> = {
  read: READ,
  write: [...READ, "spaces:write", "documents:write"],
  admin: PERMISSIONS,
};

async function listedKeys(): Promise<Json[]> {
  const found: Json[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await call("GET", `/api/api-keys?page=${page}&pageSize=100`);
    expectStatus(reply, 200);
    found.push(...objects(reply.json.data));
    if (page >= number(object(reply.json.pagination).totalPages)) return found;
  }
}

/** API keys: creation, expiry, rotation and deletion. */
export function apiKeyTests(): void {
  describe("API keys", () => {
    test("§2.4 API key: creation returns the key once, with its record", async () => {
      const { key, record } = await newKey({ name: "Reader", permissions: ["spaces:read"] });
      expect(key).toMatch(KEY);
      expectMatch(record, {
        id: expect.stringMatching(/^key_/),
        orgId: expect.stringMatching(/^org_/),
        name: "Reader",
        prefix: expect.any(String),
        permissions: ["spaces:read"],
        expiresAt: null,
        lastUsedAt: null,
        createdAt: expect.stringMatching(TIMESTAMP),
      });
      expect(key).toStartWith(string(record.prefix));
      expect(JSON.stringify(record)).not.toContain(key);
    });

    test("§2.4 API key: the list returns records and never a key", async () => {
      const { key, record } = await newKey({ level: "read" });
      const listed = await listedKeys();
      expectMatch(
        listed.find((each) => each.id === record.id),
        {
          name: record.name,
          prefix: record.prefix,
        },
      );
      expect(JSON.stringify(listed)).not.toContain(key);
      expect(JSON.stringify(listed)).not.toContain(contractServer().rootKey);
    });

    test.each(Object.entries(LEVELS))("decisions/Accounts: level %s", async (level, permissions) => {
      const { record } = await newKey({ level });
      expect([...(record.permissions as string[])].sort()).toEqual([...permissions].sort());
    });

    test("§5 API keys: a deleted key is refused immediately", async () => {
      const { key, record } = await newKey({ level: "read" });
      expectStatus(await call("GET", "/api/spaces", { key }), 200);
      expect([200, 204]).toContain((await call("DELETE", `/api/api-keys/${String(record.id)}`)).status);
      expectError(await call("GET", "/api/spaces", { key }), 401);
      expectError(await call("DELETE", `/api/api-keys/${String(record.id)}`), 404);
    });

    test("decisions/Accounts: rotation returns a new key that works", async () => {
      const { key, record } = await newKey({ permissions: ["spaces:read"] });
      const reply = await call("POST", `/api/api-keys/${String(record.id)}/rotate`);
      expect([200, 201]).toContain(reply.status);
      const rotated = string(reply.json.key);
      expect(rotated).toMatch(KEY);
      expect(rotated).not.toBe(key);
      expectStatus(await call("GET", "/api/spaces", { key: rotated }), 200);
      expectError(await call("POST", "/api/spaces", { key: rotated, body: { name: uniqueWord() } }), 403);
    });

    test("§7 errors: an invalid key body is refused with each offending field", async () => {
      const create = (body: Json) => call("POST", "/api/api-keys", { body });
      expectRefused(await create({ level: "read" }), "/name");
      expectRefused(await create({ name: "", level: "read" }), "/name");
      expectRefused(await create({ name: "x".repeat(101), level: "read" }), "/name");
      expectRefused(await create({ name: "x", level: "god" }), "/level");
      expectRefused(await create({ name: "x", level: "read", expiresAt: "tomorrow" }), "/expiresAt");
      expectError(await create({ name: "x", permissions: ["spaces:fly"] }), 400);
      expectError(await create({ name: "x", level: "read", rateLimit: { limit: "many" } }), 400);
    });

    test("§7 errors: an unknown key is 404", async () => {
      expectError(await call("DELETE", "/api/api-keys/key_unknown"), 404);
      expectError(await call("POST", "/api/api-keys/key_unknown/rotate"), 404);
    });
  });
}
