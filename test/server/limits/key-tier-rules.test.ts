import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { PERMISSIONS, type Tier } from "@quarry/schema";
import type { Caller } from "../../../server/src/platform/access/caller.ts";
import { expectError, expectMatch, expectStatus } from "../../contract/expecting.ts";
import { object, string } from "../../contract/reading.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { runSql } from "../rows.ts";

/** Owners by their credential. The first key of an organization must be created by a person. */
const owners = new Map<string, Caller>();
let app: InProcessApp;
beforeAll(async () => {
  app = await startApp({
    change: (deps) => ({
      ...deps,
      authenticator: {
        ...deps.authenticator,
        authenticate: async (key) => owners.get(key ?? "") ?? deps.authenticator.authenticate(key),
      },
    }),
  });
}, 120_000);
afterAll(() => app.stop());

const DAY_MS = 86_400_000;

/** Creates an organization and returns functions that manage its keys as its owner. */
async function ownerOf(tier: Tier) {
  const orgId = await app.deps.services.organizations.create(tier, tier);
  const credential = crypto.randomUUID();
  owners.set(credential, {
    ...{ orgId, tier, spaceIds: null, role: "owner", permissions: new Set(PERMISSIONS) },
    ...{
      actor: { kind: "person", id: credential, name: "owner@example.com" },
      rateLimit: null,
      expiresAt: null,
    },
  });
  const create = (body: object = {}) =>
    app.call("POST", "/api/api-keys", { key: credential, body: { name: "a key", ...body } });
  const createKey = async (body?: object) => {
    const reply = await create(body);
    expectStatus(reply, 201);
    return { key: string(reply.json.key), record: object(reply.json.apiKey) };
  };
  const refused = async (body?: object) => expectError(await create(body), 403);
  const remove = (id: unknown) => app.call("DELETE", `/api/api-keys/${id}`, { key: credential });
  return { orgId, create, createKey, refused, remove };
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describe("keys of the sandbox tier", () => {
  test("one at a time; another one after it is deleted or expires", async () => {
    const { createKey, refused, remove } = await ownerOf("sandbox");
    const first = await createKey();
    expect(await refused()).toContain("The sandbox tier allows 1 API key at a time");
    expectStatus(await remove(first.record.id), 200);
    const second = await createKey();
    await refused();
    await runSql(app.deps, `update api_keys set expires_at = now() where id = '${second.record.id}'`);
    const third = await createKey();
    await refused();
    expectStatus(await app.call("GET", "/api/spaces", { key: third.key }), 200);
    // Creating a key with a key returns the same error.
    const admin = await ownerOf("sandbox");
    const { key } = await admin.createKey({ level: "admin" });
    const reply = await app.call("POST", "/api/api-keys", { key, body: { name: "another" } });
    expect(expectError(reply, 403)).toContain("allows 1 API key");
  });

  test("never two under concurrent requests", async () => {
    const { create } = await ownerOf("sandbox");
    const replies = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(403)]);
  });

  test("expire after exactly 30 days", async () => {
    const { createKey, refused } = await ownerOf("sandbox");
    for (const expiresAt of [inDays(29), inDays(31), inDays(0.001), null])
      expect(await refused({ expiresAt })).toContain("expire after exactly 30 days: omit expiresAt");
    const before = Date.now();
    const { record } = await createKey();
    const expiresAt = Date.parse(string(record.expiresAt));
    expect(expiresAt).toBeGreaterThanOrEqual(before + 30 * DAY_MS);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 30 * DAY_MS);
    const other = await ownerOf("sandbox");
    await other.createKey({ expiresAt: inDays(30) });
  });

  test("allow 100 calls a day, or fewer if requested", async () => {
    const { createKey, refused, remove } = await ownerOf("sandbox");
    const defaultKey = await createKey();
    expect(defaultKey.record.rateLimit).toEqual({ limit: 100, windowSeconds: 86_400 });
    await remove(defaultKey.record.id);
    for (const rateLimit of [
      { limit: 101, windowSeconds: 86_400 },
      { limit: 1, windowSeconds: 60 },
      { limit: 51, windowSeconds: 43_200 },
      { limit: 51, windowSeconds: 50_000 },
      { limit: 101, windowSeconds: 200_000 },
    ])
      expect(await refused({ rateLimit })).toContain("at most 100 calls per day");
    const rateLimit = { limit: 50, windowSeconds: 43_200 };
    const slower = await createKey({ rateLimit });
    expect(slower.record.rateLimit).toEqual(rateLimit);
    const reply = await app.call("GET", "/api/spaces", { key: slower.key });
    expect(reply.headers.get("x-ratelimit-limit")).toBe("50");
  });

  test("have the permissions of a level, not custom ones", async () => {
    const { createKey, refused } = await ownerOf("sandbox");
    expect(await refused({ permissions: ["spaces:read"] })).toContain("allows only keys with a level");
    const { record } = await createKey({ level: "write" });
    expect(record.permissions).toContain("documents:write");
  });
});

describe("keys of other tiers", () => {
  test("developer: ten, with levels only; no expiry and no rate limit unless requested", async () => {
    const { createKey, refused, remove } = await ownerOf("developer");
    expect(await refused({ permissions: ["spaces:read"] })).toContain("The developer tier");
    const first = await createKey({ expiresAt: null });
    expectMatch(first.record, { expiresAt: null, rateLimit: null });
    const expiresAt = inDays(3);
    const rateLimit = { limit: 1000, windowSeconds: 60 };
    expectMatch((await createKey({ expiresAt, rateLimit })).record, { expiresAt, rateLimit });
    for (let count = 2; count < 10; count += 1) await createKey();
    expect(await refused()).toContain("The developer tier allows 10 API keys at a time");
    await remove(first.record.id);
    await createKey();
    await refused();
  });

  test("pro: any number, with any permissions", async () => {
    const { createKey } = await ownerOf("pro");
    for (let count = 0; count < 12; count += 1) {
      const { record } = await createKey({ permissions: ["spaces:read", "documents:delete"] });
      expect(record.permissions).toEqual(["spaces:read", "documents:delete"]);
    }
  });
});
