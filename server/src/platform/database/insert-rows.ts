import { getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.ts";
import { keptPlans } from "./kept-plans.ts";

/**
 * Inserts any number of rows that have the same fields. The rows are one JSON parameter, so the statement is always the
 * same: a list of values would be built, sent and parsed field by field.
 * @param onConflict The end of the statement, e.g. `on conflict do nothing`.
 */
export async function insertRows<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  onConflict: SQL,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in first);
  // As one piece of text: the driver's layer handles each piece of a statement for each call.
  const names = sql.raw(columns.map(([, { name }]) => `"${name}"`).join(", "));
  const records = rows.map((row) =>
    Object.fromEntries(columns.map(([field, { name }]) => [name, toJson(row[field as keyof typeof row])])),
  );
  await db.execute(sql`
    with ${keptPlans} insert into ${table} (${names})
    select ${names} from kept_plans, json_populate_recordset(null::${table}, ${JSON.stringify(records)}::text::json)
    ${onConflict}`);
}

/** Assignments for `on conflict ... do update`: sets the columns to the values of the refused row. */
export function setExcluded(columns: readonly { readonly name: string }[]): SQL {
  return sql.raw(columns.map(({ name }) => `"${name}" = excluded."${name}"`).join(", "));
}

function toJson(value: unknown): unknown {
  return value instanceof Uint8Array
    ? `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}`
    : value;
}
