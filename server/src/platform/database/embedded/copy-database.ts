import { pipeline } from "node:stream/promises";
import type { Sql } from "postgres";
import type { Log } from "../../log/log.ts";
import { readRows, tablesOf, writeRows } from "../table-rows.ts";

/**
 * Copies all rows of the schema `public` into a database with the same tables, and compares the row counts.
 * @returns The number of rows copied.
 * @throws Error when the row counts of a table differ, or a table is missing.
 */
export async function copyDatabase(from: Sql, to: Sql, log: Log): Promise<number> {
  const tables = await tablesOf(from);
  // Disables foreign keys and triggers: the rows fulfil them already.
  await to`set session_replication_role = replica`;
  await to`truncate ${to(tables.map(({ name }) => name))}`;
  let total = 0;
  for (const table of tables) {
    const { name } = table;
    await pipeline(await readRows(from, table), await writeRows(to, table));
    const [before, after] = await Promise.all([countOf(from, name), countOf(to, name)]);
    if (before !== after) throw new Error(`The table ${name} has ${before} rows, but its copy has ${after}.`);
    if (after > 0) log.info(`Copied ${name}: ${after} rows.`);
    total += after;
  }
  for (const { name, value, isCalled } of await sequencesOf(from))
    await to`select setval(${`"${name}"`}::regclass, ${value}, ${isCalled})`;
  await to`set session_replication_role = default`;
  await to`analyze`;
  return total;
}

async function countOf(sql: Sql, name: string): Promise<number> {
  const [row] = await sql<{ count: string }[]>`select count(*) as count from ${sql(name)}`;
  return Number(row?.count);
}

async function sequencesOf(sql: Sql): Promise<{ name: string; value: string; isCalled: boolean }[]> {
  const names = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`;
  return Promise.all(
    names.map(async ({ name }) => {
      const [row] = await sql<{ value: string; isCalled: boolean }[]>`
        select last_value as value, is_called as "isCalled" from ${sql(name)}`;
      if (!row) throw new Error(`The sequence ${name} has no value.`);
      return { name, ...row };
    }),
  );
}
