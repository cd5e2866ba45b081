import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { OpenDatabase } from "./database.ts";
import { openEmbeddedDatabase } from "./embedded.ts";
import { createMaintenance } from "./maintenance.ts";

let folder: string;
let database: OpenDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-test-"));
  database = await openEmbeddedDatabase(join(folder, "database"));
  await database.db.execute(sql`create table notes (id int primary key, body text)`);
  await database.db.execute(
    sql`insert into notes select n, repeat('x', 900) from generate_series(1, 2000) n`,
  );
}, 120_000);
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test("updates without end do not grow the embedded database", async () => {
  const { db } = database;
  const maintenance = createMaintenance(db, { info: () => undefined, error: () => undefined });
  const sizeOf = async () => Number((await db.execute(sql`select pg_table_size('notes') as size`))[0]?.size);
  const update = (text: string) => db.execute(sql`update notes set body = repeat(${text}, 900)`);
  await update("a");
  expect(await maintenance.run()).toEqual(["notes"]);
  const settled = await sizeOf();
  for (let round = 0; round < 10; round += 1) {
    await update(String(round));
    await maintenance.run();
  }
  maintenance.stop();
  expect(await sizeOf()).toBeLessThan(settled * 1.5);
  expect(await maintenance.run()).toEqual([]);
});
