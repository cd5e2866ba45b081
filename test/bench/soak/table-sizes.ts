import { inEmbeddedDatabase } from "../../support/embedded-database.ts";

/** Bytes of each table with its indexes, at a moment. */
export interface TableSizes {
  readonly minute: number;
  readonly bytes: ReadonlyMap<string, number>;
}

/** Tables whose rows are deleted only when they are a day or a week old. */
const KEPT_FOR_DAYS = ["events", "embeddings"];

/** Reads the sizes of the tables of a server with the embedded database. */
export async function readTableSizes(dataDir: string, minute: number): Promise<TableSizes> {
  const rows = await inEmbeddedDatabase(
    dataDir,
    (sql) => sql`
      select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return { minute, bytes: new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)])) };
}

/** Describes how many MB an hour the tables grew: tables with rows that are kept for days each, and all others together. */
export function describeTableGrowth(from: TableSizes, to: TableSizes): string {
  const perHour = (names: readonly string[]) => {
    const grown = names.map((name) => (to.bytes.get(name) ?? 0) - (from.bytes.get(name) ?? 0));
    const bytes = grown.reduce((sum, each) => sum + each, 0);
    return ((bytes / 1e6) * 60) / (to.minute - from.minute);
  };
  const others = [...to.bytes.keys()].filter((name) => !KEPT_FOR_DAYS.includes(name));
  const kept = KEPT_FOR_DAYS.map((name) => `${name} ${perHour([name]).toFixed(1)}`);
  return `${kept.join(", ")}, all other tables ${perHour(others).toFixed(1)} MB an hour`;
}
