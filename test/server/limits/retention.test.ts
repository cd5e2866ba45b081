import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tier } from "@quarry/schema";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { addTenant } from "../other-tenant.ts";
import { addDocuments, runSql } from "../rows.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

const DAY_MS = 86_400_000;

/** An organization of a tier with one space, and ways to let time pass for its documents. */
async function tenantOf(tier: Tier, on = app) {
  const { orgId, key } = await addTenant(on.deps, tier, tier);
  const quarry = on.quarryWith(key);
  const spaceId = (await quarry.spaces.create({ name: "Kept" })).space.id;
  const put = async (filename: string, content: string) =>
    (await quarry.documents.upsert({ spaceId, filename, content })).document.id;
  const ids = async () =>
    (await runSql(on.deps, `select id from documents where org_id = '${orgId}' order by filename`)).map(
      ({ id }) => id,
    );
  return {
    ...{ orgId, key, quarry, spaceId, put, ids },
    /** Makes all that was noted of the documents so much older. */
    pass: (hours: number) =>
      runSql(
        on.deps,
        `update documents set updated_at = updated_at - interval '${hours} hours',
           expiry_told_at = expiry_told_at - interval '${hours} hours' where org_id = '${orgId}'`,
      ),
    /** What happened to documents after they were made. */
    async told() {
      const rows = await runSql(
        on.deps,
        `select type, data #>> '{document,id}' as id, data ->> 'expiresAt' as expires from events
         where org_id = '${orgId}' and type in ('document.expiring', 'document.deleted') order by id`,
      );
      return rows.map(({ type, id }) => [type, id]);
    },
  };
}

const run = () => app.deps.documentRetention.run();

describe("the retention of a tier", () => {
  test("sandbox: tells after 6 days without a change, and erases after 7 with all that belongs to it", async () => {
    const { quarry, put, pass, ids, told, spaceId, orgId } = await tenantOf("sandbox");
    const old = await put("old.txt", "The ptarmigan turns white.");
    await pass(143);
    await run();
    expect(await told()).toEqual([]);
    const young = await put("young.txt", "The dunlin stays brown.");
    await pass(1);
    await run();
    await run();
    expect(await told()).toEqual([["document.expiring", old]]);
    await pass(23);
    await run();
    expect(await ids()).toEqual([old, young]);
    await pass(1);
    const [{ blob_key: blobKey } = {}] = await runSql(
      app.deps,
      `select blob_key from documents where id = '${old}'`,
    );
    await run();
    expect(await ids()).toEqual([young]);
    expect(await told()).toEqual([
      ["document.expiring", old],
      ["document.deleted", old],
    ]);
    const { results } = await quarry.query({ query: "ptarmigan", spaceIds: spaceId, mode: "lexical" });
    expect(results.map(({ document }) => document.id)).not.toContain(old);
    expect(await app.deps.blobs.get(String(blobKey))).toBeNull();
    expect(String(blobKey)).toStartWith(orgId);
  });

  test("is shown on the stream to those who may read documents, with the time", async () => {
    const { quarry, put, pass } = await tenantOf("sandbox");
    const id = await put("a.txt", "text");
    const { updatedAt } = (await quarry.documents.list({ spaceId: "kept" })).data[0] ?? { updatedAt: "" };
    await pass(150);
    await run();
    for await (const event of quarry.events.stream({ types: ["document.expiring"], lastEventId: "0" })) {
      if (event.type !== "document.expiring") throw new Error(`not asked for: ${event.type}`);
      expect([event.data.document.id, event.data.document.filename]).toEqual([id, "a.txt"]);
      // 18 hours are left of the seven days, which is less than a day's notice.
      const notice = Date.parse(event.data.expiresAt) - Date.parse(event.createdAt);
      expect(Math.round(notice / 60_000)).toBe(DAY_MS / 60_000);
      expect(Date.parse(event.data.document.updatedAt)).toBeLessThan(Date.parse(updatedAt));
      break;
    }
  });

  test("after ten days in which the service was down, tells first and erases a day later", async () => {
    const { put, pass, ids, told } = await tenantOf("sandbox");
    const id = await put("a.txt", "text");
    await pass(240);
    await run();
    expect([await ids(), await told()]).toEqual([[id], [["document.expiring", id]]]);
    await pass(23);
    await run();
    expect(await ids()).toEqual([id]);
    await pass(1);
    await run();
    expect(await ids()).toEqual([]);
  });

  test("keeps a document that changes after its notice, and gives notice again", async () => {
    const { put, pass, ids, told } = await tenantOf("sandbox");
    const id = await put("a.txt", "text");
    await pass(150);
    await run();
    expect(await put("a.txt", "another text")).toBe(id);
    await pass(30);
    await run();
    expect([await ids(), await told()]).toEqual([[id], [["document.expiring", id]]]);
    await pass(120);
    await run();
    expect(await told()).toEqual([
      ["document.expiring", id],
      ["document.expiring", id],
    ]);
    await pass(24);
    await run();
    expect(await ids()).toEqual([]);
  });

  test("leaves other tiers alone, and goes by the present one", async () => {
    const others = await Promise.all(
      (["developer", "pro", "enterprise"] as const).map((tier) => tenantOf(tier)),
    );
    const changed = await tenantOf("sandbox");
    for (const each of [...others, changed]) await each.put("a.txt", "text");
    for (const each of [...others, changed]) await each.pass(2000);
    await run();
    for (const { told } of others) expect(await told()).toEqual([]);
    expect(await changed.told()).toHaveLength(1);
    await runSql(app.deps, `update organizations set tier = 'pro' where id = '${changed.orgId}'`);
    for (const each of [...others, changed]) await each.pass(2000);
    await run();
    for (const { ids } of [...others, changed]) expect(await ids()).toHaveLength(1);
  });

  test("erases in archived spaces too, and many documents in pages", async () => {
    const { quarry, orgId, spaceId, pass, ids, told } = await tenantOf("sandbox");
    await addDocuments(app.deps.db, orgId, spaceId, 450, new Date(Date.now() - 8 * DAY_MS));
    await quarry.spaces.archive(spaceId);
    // Two processes at once, as it were.
    await Promise.all([run(), run()]);
    expect(await told()).toHaveLength(450);
    await pass(24);
    await Promise.all([run(), run()]);
    expect(await ids()).toEqual([]);
    expect(await told()).toHaveLength(900);
  }, 120_000);
});

test("a restarted service erases and deletes within seconds, not after the tasks' intervals", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-retention-"));
  try {
    const before = await startApp({ dataDir });
    const { put, pass, orgId } = await tenantOf("sandbox", before);
    await put("a.txt", "text");
    await pass(150);
    await runSql(
      before.deps,
      "insert into verifications (id, identifier, value, expires_at, created_at, updated_at) select 'expired', 'expired', '', at, at, at from (select now() - interval '1 hour' as at) as hour_ago",
    );
    await runSql(
      before.deps,
      "insert into call_counts (key, points, expire) values ('expired', 1, now() - interval '1 hour')",
    );
    await before.stop();
    const after = await startApp({ dataDir });
    const left = async () =>
      (
        await runSql(
          after.deps,
          `select 'session' from verifications where id = 'expired' union all
           select 'count' from call_counts where key = 'expired' union all
           (select 'notice' where not exists (
              select 1 from events where org_id = '${orgId}' and type = 'document.expiring'))`,
        )
      ).length;
    await until("the first run of every task", async () => (await left()) === 0 || undefined);
    await after.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);
