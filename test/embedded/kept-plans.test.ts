import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { openEmbeddedDatabase } from "../../server/src/platform/database/embedded/open-embedded.ts";
import { insertRows } from "../../server/src/platform/database/insert-rows.ts";
import { quietLog } from "../support/quiet-log.ts";

/** Counts the executions and the plans of all statements, also of the checks of foreign keys. */
const COUNTING = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track": "all",
  "pg_stat_statements.track_planning": "on",
};
const ROWS = 200;

const leaves = pgTable("leaves", { id: integer("id").primaryKey(), treeId: integer("tree_id").notNull() });

test("inserting rows plans the check of a foreign key a few times, not for each row, and always by its index", async () => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-plans-"));
  const { db, close } = await openEmbeddedDatabase(folder, { log: quietLog, settings: COUNTING });
  try {
    await db.execute(sql`create extension pg_stat_statements`);
    await db.execute(sql`create table trees (id integer primary key)`);
    await db.execute(sql`create table leaves (id integer primary key, tree_id integer references trees)`);
    await db.execute(sql`insert into trees select generate_series(1, 3)`);
    await db.execute(sql`analyze trees`);
    const rows = Array.from({ length: ROWS }, (_, id) => ({ id, treeId: 1 + (id % 3) }));
    await db.transaction(async (tx) => {
      await insertRows(tx, leaves, rows, sql``);
      await tx.execute(sql`select pg_stat_force_next_flush()`);
    });
    const [check] = await db.execute(sql`
      select calls::int, plans::int from pg_stat_statements
      where query like '%FROM ONLY "public"."trees"%FOR KEY SHARE%'`);
    expect(check?.calls).toBe(ROWS);
    expect(check?.plans).toBeLessThan(20);
    const [scans] = await db.execute(sql`
      select idx_scan::int from pg_stat_user_tables where relname = 'trees'`);
    expect(scans?.idx_scan).toBeGreaterThanOrEqual(ROWS);
    const [outside] = await db.execute(sql`
      select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as scans`);
    expect(outside).toEqual({ plans: "force_custom_plan", scans: "on" });
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

test("statements that look rows up keep one plan, which uses the index of a small table", async () => {
  const folder = mkdtempSync(join(tmpdir(), "quarry-lookups-"));
  const { db, lookups, close } = await openEmbeddedDatabase(folder, { log: quietLog, settings: COUNTING });
  try {
    await db.execute(sql`create extension pg_stat_statements`);
    await db.execute(sql`create table trees (id integer primary key)`);
    await db.execute(sql`insert into trees values (1), (2)`);
    for (let at = 0; at < 20; at += 1)
      expect(await lookups.execute(sql`select id from trees where id = ${at % 3}::int`)).toHaveLength(
        at % 3 === 0 ? 0 : 1,
      );
    await lookups.execute(sql`select pg_stat_force_next_flush()`);
    const [found] = await db.execute(sql`
      select calls::int, plans::int from pg_stat_statements where query like 'select id from trees%'`);
    expect(found).toEqual({ calls: 20, plans: 1 });
    const [scans] = await lookups.execute(sql`
      select idx_scan::int, seq_scan::int from pg_stat_user_tables where relname = 'trees'`);
    expect(scans?.idx_scan).toBe(20);
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
