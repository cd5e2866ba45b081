import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createEventRetention } from "../../../server/src/modules/retention/event-retention.ts";
import { createCallTally } from "../../../server/src/modules/usage/call-tally.ts";
import { createUsageService } from "../../../server/src/modules/usage/service.ts";
import { expectRefused, expectStatus } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { addTenant } from "../other-tenant.ts";
import { addDocuments, runSql } from "../rows.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

const DAY_MS = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** An organization, and the parts of the service that keep its usage, at a time that the test sets. */
async function startUsage() {
  const { db, config } = app.deps;
  const { orgId, key } = await addTenant(app.deps, "Usage", "enterprise");
  await runSql(
    app.deps,
    `update organizations set created_at = now() - interval '2 days' where id = '${orgId}'`,
  );
  const quarry = app.quarryWith(key);
  const logged: string[] = [];
  const log = { ...app.deps.log, error: (message: string) => void logged.push(message) };
  const clock = { nowMs: TODAY, now: () => clock.nowMs };
  const tally = createCallTally({ db, clock, log });
  const usage = createUsageService({
    ...{ db, clock, tally, maxFileBytes: config.limits.maxFileBytes, readWindows: async () => [] },
  });
  const housekeeping = createEventRetention({ db, clock, log, claim: async () => undefined });
  return {
    ...{ orgId, key, quarry, clock, tally, logged },
    housekeep: () => housekeeping.run(),
    async addDocuments(count: number) {
      const { space } = await quarry.spaces.create({ name: "Kept" });
      await addDocuments(db, orgId, space.id, count);
    },
    /** The last days as [calls, documents, bytes]. */
    async history(days: number) {
      const found = await usage.history({ orgId, tier: "enterprise", spaceIds: null }, days);
      return found.map(({ calls, documents, storageBytes }) => [calls, documents, storageBytes]);
    },
  };
}

describe("calls of a day", () => {
  test("are added to the day on which they were made, by several processes", async () => {
    const { db, log } = app.deps;
    const { orgId, clock, tally, history } = await startUsage();
    const second = createCallTally({ db, clock, log });
    clock.nowMs = TODAY + 10 * DAY_MS - 1;
    for (const each of [tally, tally, second]) each.count(orgId);
    clock.nowMs += 1;
    for (const each of [tally, second, second, second]) each.count(orgId);
    await Promise.all([tally.flush(), second.flush()]);
    expect(await history(3)).toEqual([
      [0, null, null],
      [3, null, null],
      [4, 0, 0],
    ]);
    tally.count(orgId);
    await tally.close();
    expect(await history(1)).toEqual([[5, 0, 0]]);
  });

  test("are written later when the database cannot take them, and the calls of a lost organization are not", async () => {
    const { orgId, tally, logged, history } = await startUsage();
    await app.deps.tally.flush();
    const [[before = 0] = []] = await history(1);
    tally.count("org_gone");
    tally.count(orgId);
    await runSql(app.deps, "alter table usage_days rename to usage_days_away");
    await tally.flush();
    tally.count(orgId);
    await tally.flush();
    await runSql(app.deps, "alter table usage_days_away rename to usage_days");
    expect(logged).toEqual(["Calls could not be counted; they are counted later"]);
    expect(await history(1)).toEqual([[Number(before) + 2, 0, 0]]);
  });

  test("include calls over MCP and failed calls, and leave out calls that a limit refused", async () => {
    const { key, quarry, orgId } = await startUsage();
    const callsToday = async () => (await quarry.usage.history({ days: 1 })).days[0]?.calls ?? 0;
    const before = await callsToday();
    await app.call("GET", "/api/spaces/unknown", { key });
    await app.call("GET", "/nowhere", { key });
    await app.call("POST", "/mcp", {
      ...{ key, headers: { accept: "application/json, text/event-stream" } },
      body: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    });
    expect(await callsToday()).toBe(before + 4);
    const limited = await quarry.apiKeys.create({
      ...{ name: "Limited", level: "read", rateLimit: { limit: 1, windowSeconds: 3600 } },
    });
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await app.call("GET", "/api/spaces", { key: limited.key })).status);
    expect(statuses).toEqual([200, 429, 429]);
    expect(await callsToday()).toBe(before + 7);
    const rows = await runSql(
      app.deps,
      `select count(*)::int as n from usage_days where org_id = '${orgId}'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe("documents and stored bytes", () => {
  test("are recorded once for the end of each day, and are the present figures today", async () => {
    const { clock, housekeep, addDocuments, history } = await startUsage();
    const held = async (days: number) =>
      (await history(days)).map(([, ...documentsAndBytes]) => documentsAndBytes);
    await addDocuments(2);
    await housekeep();
    await addDocuments(3);
    await housekeep();
    expect(await held(3)).toEqual([
      [null, null],
      [2, 2],
      [5, 5],
    ]);
    clock.nowMs += DAY_MS;
    await housekeep();
    await addDocuments(1);
    // The service does not run for a day.
    clock.nowMs += 2 * DAY_MS;
    await housekeep();
    expect(await held(5)).toEqual([
      [2, 2],
      [5, 5],
      [null, null],
      [6, 6],
      [6, 6],
    ]);
  });

  test("begin with the organization", async () => {
    const { orgId, clock, housekeep, history } = await startUsage();
    await runSql(app.deps, `update organizations set created_at = now() where id = '${orgId}'`);
    await housekeep();
    expect((await history(2))[0]).toEqual([0, null, null]);
    clock.nowMs += DAY_MS;
    await housekeep();
    expect((await history(2))[0]?.slice(1)).toEqual([0, 0]);
  });

  test("are kept for 400 days", async () => {
    const { orgId, clock, tally, housekeep, history } = await startUsage();
    clock.nowMs += DAY_MS;
    tally.count(orgId);
    await tally.flush();
    clock.nowMs += 399 * DAY_MS;
    await housekeep();
    expect((await history(400))[0]?.[0]).toBe(1);
    clock.nowMs += DAY_MS;
    await housekeep();
    const days = await runSql(
      app.deps,
      `select calls::int from usage_days where org_id = '${orgId}' and calls > 0`,
    );
    expect(days).toEqual([]);
  });
});

test("an organization sees only its own usage, of 30 days by default and at most 400", async () => {
  const one = await startUsage();
  const other = await startUsage();
  await one.addDocuments(4);
  const { days } = await other.quarry.usage.history();
  expect(days.map(({ day }) => day)).toEqual(
    Array.from({ length: 30 }, (_, at) => new Date(TODAY - (29 - at) * DAY_MS).toISOString().slice(0, 10)),
  );
  expect(days.at(-1)).toMatchObject({ documents: 0, storageBytes: 0 });
  expect((await one.quarry.usage.history({ days: 400 })).days.at(-1)?.documents).toBe(4);
  for (const wrong of ["0", "401", "x"])
    expectRefused(await app.call("GET", `/api/usage/history?days=${wrong}`), "/days");
  expectStatus(await app.call("GET", "/usage/history?days=1"), 200);
});
