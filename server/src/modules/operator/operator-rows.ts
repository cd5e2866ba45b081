import type { FailureGroup, OperatorState } from "@quarry/schema";
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";

/*
 * These statements and the ones of the metrics are the only ones that read the rows of all organizations for a caller.
 * They return counts, and of documents only why they failed.
 */

/** Reads the version of PostgreSQL and the size of the database. */
export async function readDatabase(db: Database): Promise<{ version: string; bytes: number }> {
  const [row] = await db.execute<{ version: string; bytes: number }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`);
  return row ?? { version: "", bytes: 0 };
}

/** Counts the rows of all organizations, and the documents that will be tried again. */
export async function readCounts(
  db: Database,
): Promise<OperatorState["counts"] & { readonly retrying: number }> {
  const [row] = await db.execute<OperatorState["counts"] & { retrying: number }>(sql`
    select (select count(*)::int from organizations) as organizations, (select count(*)::int from spaces) as spaces,
      (select count(*)::int from documents) as documents,
      (select count(*)::int from jobs where attempts > 0 and lease_token is null) as retrying`);
  return row ?? { organizations: 0, spaces: 0, documents: 0, retrying: 0 };
}

const SHOWN_CAUSES = 20;

/** Groups the FAILED documents of all organizations by their messages, the most frequent first. */
export async function readFailures(db: Database): Promise<FailureGroup[]> {
  const rows = await db.execute<{ message: string; documents: number; latestMs: number }>(sql`
    select left(coalesce(error_message, ''), 300) as message, count(*)::int as documents,
      (extract(epoch from max(updated_at)) * 1000)::float8 as "latestMs"
    from documents where status = 'FAILED' group by 1 order by 2 desc, 1 limit ${SHOWN_CAUSES}::int`);
  return rows.map(({ message, documents, latestMs }) => ({
    ...{ message, documents },
    latestAt: new Date(Math.round(latestMs)).toISOString(),
  }));
}
