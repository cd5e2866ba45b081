import type { Readable, Writable } from "node:stream";
import type { Sql } from "postgres";

/** A table and the columns of it that hold data; generated columns follow from these. */
export interface TableColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables of the schema `public`, each after the tables that its foreign keys refer to. */
export async function tablesOf(sql: Sql): Promise<TableColumns[]> {
  const tables = await sql<{ name: string; columns: string[]; parents: string[] }[]>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and p.oid <> c.oid) as parents
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`;
  const sorted: TableColumns[] = [];
  const isSorted = new Set<string>();
  while (sorted.length < tables.length) {
    const next = tables.find(
      ({ name, parents }) => !isSorted.has(name) && parents.every((parent) => isSorted.has(parent)),
    );
    if (!next) throw new Error("The foreign keys of the tables form a circle.");
    isSorted.add(next.name);
    sorted.push({ name: next.name, columns: next.columns });
  }
  return sorted;
}

/** The rows of a table in the text format of COPY, in which no row contains a line break. */
export function readRows(sql: Sql, { name, columns }: TableColumns): Promise<Readable> {
  return sql.unsafe(`copy "${name}" (${listOf(columns)}) to stdout`).readable();
}

/** Inserts rows in the text format of COPY. */
export function writeRows(sql: Sql, { name, columns }: TableColumns): Promise<Writable> {
  return sql.unsafe(`copy "${name}" (${listOf(columns)}) from stdin`).writable();
}

function listOf(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}
