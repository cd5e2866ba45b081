import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectStatus } from "./expecting.ts";
import { type Json, number, object, objects, string, TIMESTAMP } from "./reading.ts";
import { newKey, newSpaceId, putDocument, uniqueWord } from "./seeding.ts";

async function usageOf(key?: string): Promise<Json> {
  const reply = await call("GET", "/api/usage", key === undefined ? {} : { key });
  expectStatus(reply, 200);
  return object(reply.json.usage);
}

/** Usage and limits. */
export function usageTests(): void {
  describe("usage and limits", () => {
    test("a space reports its usage and limits, by id and slug, archived or not", async () => {
      const spaceId = await newSpaceId({ slug: `u-${uniqueWord()}` });
      await putDocument(spaceId, "a.txt", "some text");
      const reply = await call("GET", `/api/spaces/${spaceId}/limits`);
      expectStatus(reply, 200);
      const { changedAt } = object(reply.json.limits);
      expect(string(changedAt)).toMatch(TIMESTAMP);
      // The organization of the first start has no limits.
      expect(reply.json).toEqual({
        limits: {
          tier: "enterprise",
          documents: { count: 1, limit: null },
          storageBytes: 9,
          changedAt,
          retentionDays: null,
          maxContentChars: 10_000_000,
          maxFileBytes: 100_000_000,
        },
      });
      const { json } = await call("GET", `/spaces/${spaceId}`);
      const slug = string(object(json.space).slug);
      await call("DELETE", `/api/spaces/${spaceId}`);
      const archived = object((await call("GET", `/spaces/${slug}/limits`)).json.limits);
      // Archiving is a change of the space.
      expect(archived).toEqual({ ...object(reply.json.limits), changedAt: archived.changedAt });
      expectError(await call("GET", "/api/spaces/spc_unknown/limits"), 404);
    });

    test("a space reports when its documents last changed: added, edited or deleted", async () => {
      const spaceId = await newSpaceId();
      const changedAt = async () =>
        Date.parse(
          string(object((await call("GET", `/api/spaces/${spaceId}/limits`)).json.limits).changedAt),
        );
      const moments = [await changedAt()];
      await Bun.sleep(5);
      const { id } = await putDocument(spaceId, "a.txt", "some text");
      moments.push(await changedAt());
      await Bun.sleep(5);
      expectStatus(
        await call("PATCH", `/api/spaces/${spaceId}/documents/${id}`, { body: { metadata: { year: 2026 } } }),
        200,
      );
      moments.push(await changedAt());
      await Bun.sleep(5);
      await call("DELETE", `/api/spaces/${spaceId}/documents/${id}`);
      moments.push(await changedAt());
      expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
    });

    test("usage counts spaces, documents, bytes and keys, and reports the caller's rate-limit windows", async () => {
      const before = await usageOf();
      expectMatch(before, {
        tier: "enterprise",
        spaces: { limit: null },
        documents: { limitPerSpace: null },
        apiKeys: { limit: null },
        retentionDays: null,
        requests: [],
      });
      const spaceId = await newSpaceId();
      await putDocument(spaceId, "a.txt", "12345");
      await call("DELETE", `/api/spaces/${spaceId}`);
      const { key } = await newKey({
        permissions: ["spaces:read"],
        rateLimit: { limit: 50, windowSeconds: 3600 },
      });
      await call("GET", "/api/spaces", { key });
      const after = await usageOf(key);
      const rise = (of: (usage: Json) => unknown) => number(of(after)) - number(of(before));
      expect(rise(({ spaces }) => object(spaces).count)).toBe(1);
      expect(rise(({ documents }) => object(documents).count)).toBe(1);
      expect(rise(({ storageBytes }) => storageBytes)).toBe(5);
      expect(rise(({ apiKeys }) => object(apiKeys).count)).toBe(1);
      const [window] = objects(after.requests);
      expectMatch(window, {
        ...{ limit: 50, windowSeconds: 3600, remaining: 48 },
        resetsAt: expect.stringMatching(TIMESTAMP),
      });
    });

    test("the history has the calls of each day, and what is held today", async () => {
      const today = async () => {
        const reply = await call("GET", "/api/usage/history?days=2");
        expectStatus(reply, 200);
        return object(objects(reply.json.days)[1]);
      };
      const before = await today();
      const spaceId = await newSpaceId();
      await putDocument(spaceId, "a.txt", "12345");
      const after = await today();
      expect(after).toEqual({
        day: new Date().toISOString().slice(0, 10),
        calls: number(before.calls) + 3,
        documents: number(before.documents) + 1,
        storageBytes: number(before.storageBytes) + 5,
      });
      const { key } = await newKey({ permissions: ["spaces:read"], spaceIds: [spaceId] });
      expectError(await call("GET", "/api/usage/history", { key }), 403);
    });

    test("a key limited to some spaces sees only those", async () => {
      const spaceId = await newSpaceId();
      await putDocument(spaceId, "a.txt", "123");
      const other = await newSpaceId();
      const { key } = await newKey({ permissions: ["spaces:read"], spaceIds: [spaceId] });
      expectMatch(await usageOf(key), {
        ...{ spaces: { count: 1 }, documents: { count: 1 }, storageBytes: 3, apiKeys: { count: 1 } },
      });
      expectStatus(await call("GET", `/api/spaces/${spaceId}/limits`, { key }), 200);
      expectError(await call("GET", `/api/spaces/${other}/limits`, { key }), 404);
    });
  });
}
