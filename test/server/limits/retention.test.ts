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

/** Creates an organization of a tier with one space, and functions that age its documents. */
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
    /** Shifts the documents' timestamps into the past. */
    age: (hours: number) =>
      runSql(
        on.deps,
        `update documents set updated_at = updated_at - interval '${hours} hours',
           expiry_told_at = expiry_told_at - interval '${hours} hours' where org_id = '${orgId}'`,
      ),
    /** Returns the expiry notices and deletions of documents, as type and id. */
    async retentionEvents() {
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
  test("sandbox: gives notice after 6 days without a change, and erases the document, index and file after 7", async () => {
    const { quarry, put, age, ids, retentionEvents, spaceId, orgId } = await tenantOf("sandbox");
    const old = await put("old.txt", "The ptarmigan turns white.");
    await age(143);
    await run();
    expect(await retentionEvents()).toEqual([]);
    const young = await put("young.txt", "The dunlin stays brown.");
    await age(1);
    await run();
    await run();
    expect(await retentionEvents()).toEqual([["document.expiring", old]]);
    await age(23);
    await run();
    expect(await ids()).toEqual([old, young]);
    await age(1);
    const [{ blob_key: blobKey } = {}] = await runSql(
      app.deps,
      `select blob_key from documents where id = '${old}'`,
    );
    await run();
    expect(await ids()).toEqual([young]);
    expect(await retentionEvents()).toEqual([
      ["document.expiring", old],
      ["document.deleted", old],
    ]);
    const { results } = await quarry.query({ query: "ptarmigan", spaceIds: spaceId, mode: "lexical" });
    expect(results.map(({ document }) => document.id)).not.toContain(old);
    expect(await app.deps.blobs.get(String(blobKey))).toBeNull();
    expect(String(blobKey)).toStartWith(orgId);
  });

  test("streams expiry notices with the time", async () => {
    const { quarry, put, age } = await tenantOf("sandbox");
    const id = await put("a.txt", "text");
    const { updatedAt } = (await quarry.documents.list({ spaceId: "kept" })).data[0] ?? { updatedAt: "" };
    await age(150);
    await run();
    for await (const event of quarry.events.stream({ types: ["document.expiring"], lastEventId: "0" })) {
      if (event.type !== "document.expiring") throw new Error(`unexpected type: ${event.type}`);
      expect([event.data.document.id, event.data.document.filename]).toEqual([id, "a.txt"]);
      // 18 hours are left of the seven days, which is less than a day's notice.
      const notice = Date.parse(event.data.expiresAt) - Date.parse(event.createdAt);
      expect(Math.round(notice / 60_000)).toBe(DAY_MS / 60_000);
      expect(Date.parse(event.data.document.updatedAt)).toBeLessThan(Date.parse(updatedAt));
      break;
    }
  });

  test("gives notice first and erases a day later, after ten days of downtime", async () => {
    const { put, age, ids, retentionEvents } = await tenantOf("sandbox");
    const id = await put("a.txt", "text");
    await age(240);
    await run();
    expect([await ids(), await retentionEvents()]).toEqual([[id], [["document.expiring", id]]]);
    await age(23);
    await run();
    expect(await ids()).toEqual([id]);
    await age(1);
    await run();
    expect(await ids()).toEqual([]);
  });

  test("keeps a document that changes after its notice, and gives notice again", async () => {
    const { put, age, ids, retentionEvents } = await tenantOf("sandbox");
    const id = await put("a.txt", "text");
    await age(150);
    await run();
    expect(await put("a.txt", "another text")).toBe(id);
    await age(30);
    await run();
    expect([await ids(), await retentionEvents()]).toEqual([[id], [["document.expiring", id]]]);
    await age(120);
    await run();
    expect(await retentionEvents()).toEqual([
      ["document.expiring", id],
      ["document.expiring", id],
    ]);
    await age(24);
    await run();
    expect(await ids()).toEqual([]);
  });

  test("applies only to sandbox, and follows a change of tier", async () => {
    const others = await Promise.all(
      (["developer", "pro", "enterprise"] as const).map((tier) => tenantOf(tier)),
    );
    const changed = await tenantOf("sandbox");
    for (const each of [...others, changed]) await each.put("a.txt", "text");
    for (const each of [...others, changed]) await each.age(2000);
    await run();
    for (const { retentionEvents } of others) expect(await retentionEvents()).toEqual([]);
    expect(await changed.retentionEvents()).toHaveLength(1);
    await runSql(app.deps, `update organizations set tier = 'pro' where id = '${changed.orgId}'`);
    for (const each of [...others, changed]) await each.age(2000);
    await run();
    for (const { ids } of [...others, changed]) expect(await ids()).toHaveLength(1);
  });

  test("also erases in archived spaces, and in batches", async () => {
    const { quarry, orgId, spaceId, age, ids, retentionEvents } = await tenantOf("sandbox");
    await addDocuments(app.deps.db, orgId, spaceId, 450, new Date(Date.now() - 8 * DAY_MS));
    await quarry.spaces.archive(spaceId);
    // Simulates two processes that run at the same time.
    await Promise.all([run(), run()]);
    expect(await retentionEvents()).toHaveLength(450);
    await age(24);
    await Promise.all([run(), run()]);
    expect(await ids()).toEqual([]);
    expect(await retentionEvents()).toHaveLength(900);
  }, 120_000);
});

test("a restarted service runs every cleanup task within seconds, not after its interval", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-retention-"));
  try {
    const before = await startApp({ dataDir });
    const { put, age, orgId } = await tenantOf("sandbox", before);
    await put("a.txt", "text");
    await age(150);
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
    const remaining = async () =>
      (
        await runSql(
          after.deps,
          `select 'session' from verifications where id = 'expired' union all
           select 'count' from call_counts where key = 'expired' union all
           (select 'notice' where not exists (
              select 1 from events where org_id = '${orgId}' and type = 'document.expiring'))`,
        )
      ).length;
    await until("the first run of every task", async () => (await remaining()) === 0 || undefined);
    await after.stop();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);
