import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tier } from "@quarry/schema";
import type { Caller } from "../../../server/src/platform/access/caller.ts";
import type { Database } from "../../../server/src/platform/database/database.ts";
import { createRateLimits, type RateLimits } from "../../../server/src/platform/limits/rate-limits.ts";
import { expectError, expectStatus } from "../../contract/expecting.ts";
import { rejection } from "../../support/failure.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { addKey, addTenant } from "../other-tenant.ts";
import { runSql } from "../rows.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

const callerOf = (tier: Tier, rateLimit: Caller["rateLimit"] = null): Caller => ({
  orgId: crypto.randomUUID(),
  tier,
  spaceIds: null,
  actor: { kind: "key", id: crypto.randomUUID(), name: "a key" },
  role: null,
  permissions: new Set(),
  rateLimit,
  expiresAt: null,
});

/** A database that is unavailable, and counts queries. */
function unavailableDatabase() {
  const queries = { count: 0 };
  const db = new Proxy({} as Database, {
    get: () => () => {
      queries.count += 1;
      return Promise.reject(new Error("the database is unavailable"));
    },
  });
  return { db, queries };
}

const clock = { now: Date.now };
const limitsOn = (db: Database, isOnlyProcess: boolean, enterprisePerMinute: number | null = null) =>
  createRateLimits({ clock, db, isOnlyProcess, enterprisePerMinute });

/** Makes concurrent calls and returns how many the limits allow. */
async function countServed(limits: readonly RateLimits[], caller: Caller, calls: number): Promise<number> {
  const outcomes = await Promise.all(
    Array.from({ length: calls }, (_, at) => (limits[at % limits.length] as RateLimits).consume(caller)),
  );
  for (const { refusal } of outcomes) if (refusal) expect(refusal.retryAfterMs).toBeGreaterThan(0);
  return outcomes.filter(({ refusal }) => !refusal).length;
}

describe("the rate limits", () => {
  test("of an organization without limits run no query", async () => {
    const { db, queries } = unavailableDatabase();
    const { limit, remaining, refusal } = await limitsOn(db, false).consume(callerOf("enterprise"));
    expect({ limit, remaining, refusal }).toEqual({
      ...{ limit: 1_000_000_000, remaining: 1_000_000_000, refusal: undefined },
    });
    expect(queries.count).toBe(0);
  });

  test("per minute are counted in memory by a single process; daily ones in the database", async () => {
    const { db, queries } = unavailableDatabase();
    const limits = limitsOn(db, true);
    await limits.consume(callerOf("pro"));
    await limits.consume(callerOf("enterprise", { limit: 5, windowSeconds: 3600 }));
    expect(queries.count).toBe(0);
    expect(String(await rejection(limits.consume(callerOf("sandbox"))))).toContain("unavailable");
    expect(
      String(await rejection(limits.consume(callerOf("pro", { limit: 5, windowSeconds: 3601 })))),
    ).toContain("unavailable");
    // With several processes, calls that cannot be counted are also refused.
    expect(String(await rejection(limitsOn(db, false).consume(callerOf("pro"))))).toContain("unavailable");
  });

  test.each([true, false])("never allow more calls than the limit (single process: %p)", async (isOnly) => {
    const all = [limitsOn(app.deps.db, isOnly), ...(isOnly ? [] : [limitsOn(app.deps.db, false)])];
    expect(await countServed(all, callerOf("developer"), 200)).toBe(60);
    expect(await countServed(all, callerOf("enterprise", { limit: 7, windowSeconds: 100_000 }), 50)).toBe(7);
    expect(await countServed(all, callerOf("sandbox", { limit: 100, windowSeconds: 86_400 }), 200)).toBe(60);
  });

  test("run no query while the window is full, and start again after it ends", async () => {
    const { db, queries } = unavailableDatabase();
    const switching = { db: app.deps.db };
    const limits = limitsOn(
      new Proxy({} as Database, { get: (_, name) => Reflect.get(switching.db, name).bind(switching.db) }),
      false,
    );
    const caller = callerOf("enterprise", { limit: 2, windowSeconds: 2 });
    expect(await countServed([limits], caller, 2)).toBe(2);
    switching.db = db;
    expect(await countServed([limits], caller, 5)).toBe(0);
    expect(queries.count).toBe(0);
    switching.db = app.deps.db;
    const { resetSeconds } = await limits.consume(caller);
    await Bun.sleep(Math.max(0, resetSeconds * 1000 - Date.now()) + 50);
    expect(await countServed([limits], caller, 5)).toBe(2);
  });

  test("of enterprise are set by the operator", async () => {
    expect(await countServed([limitsOn(app.deps.db, true, 3)], callerOf("enterprise"), 10)).toBe(3);
    expect(await countServed([limitsOn(app.deps.db, true, 3)], callerOf("pro"), 10)).toBe(10);
  });

  test("are read without counting a call", async () => {
    const limits = limitsOn(app.deps.db, true);
    const caller = callerOf("sandbox", { limit: 50, windowSeconds: 3600 });
    const current = async () =>
      (await limits.read(caller)).map(({ limit, windowSeconds, remaining }) => [
        ...[windowSeconds, limit, remaining],
      ]);
    expect(await current()).toEqual([
      [60, 60, 60],
      [3600, 50, 50],
      [86_400, 100, 100],
    ]);
    for (let calls = 0; calls < 3; calls += 1) await limits.consume(caller);
    expect(await current()).toEqual(await current());
    expect(await current()).toEqual([
      [60, 60, 57],
      [3600, 50, 47],
      [86_400, 100, 97],
    ]);
  });
});

describe("over HTTP", () => {
  test("a call refused by the minute limit does not count towards the daily limit", async () => {
    const { orgId } = await addTenant(app.deps, "Sandbox", "sandbox");
    const { key } = await addKey(app.deps, orgId, "limited", {
      rateLimit: { limit: 100, windowSeconds: 86_400 },
    });
    for (let calls = 0; calls < 80; calls += 1) await app.call("GET", "/api/spaces", { key });
    const rows = await runSql(
      app.deps,
      `select key, points from call_counts where key like '${orgId}/100/%'`,
    );
    expect(rows.map(({ points }) => points)).toEqual([60]);
    const own = await runSql(app.deps, `select points from call_counts where key like 'key_%/100/86400'`);
    expect(own.map(({ points }) => points)).toEqual([60]);
  });

  test("the daily window survives restarts, and starts again after it ends", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "quarry-day-"));
    try {
      const first = await startApp({ dataDir });
      const { key } = await addTenant(first.deps, "Sandbox", "sandbox");
      expectStatus(await first.call("GET", "/api/spaces", { key }), 200);
      await runSql(first.deps, "update call_counts set points = 99");
      await first.stop();
      const second = await startApp({ dataDir });
      const last = await second.call("GET", "/api/spaces", { key });
      expect([last.status, last.headers.get("x-ratelimit-remaining")]).toEqual([200, "0"]);
      const refused = await second.call("GET", "/api/spaces", { key });
      expect(expectError(refused, 429)).toContain("the sandbox tier allows 100 in 86400 seconds");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(86_000);
      await second.stop();
      const third = await startApp({ dataDir });
      await runSql(third.deps, "update call_counts set expire = now()");
      await third.deps.eventRetention.run();
      expect(await runSql(third.deps, "select * from call_counts")).toEqual([]);
      expectStatus(await third.call("GET", "/api/spaces", { key }), 200);
      await third.stop();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 120_000);
});
