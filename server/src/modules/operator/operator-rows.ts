import type { FailureGroup, OperatorState } from "@quarry/schema";
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { SERVICE_FAILURE } from "../../records/documents/service-failure.ts";

/*
 * The only statements, apart from the metrics, that read the rows of all organizations for a caller. Each returns
 * counts, and no names.
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

const AWAY = "A provider, a store, the database or the disk was away, or refused what it was sent.";
const FILE = "A problem of the file, or a message that a caller set. The document's `errorMessage` says it.";
/** How the messages end of documents that were tried several times. */
const TRIED = " Stopped after [0-9]+ attempts; [^;]+$";

/**
 * Groups the FAILED documents of all organizations by cause, the most frequent first. Callers can write into their messages,
 * so no part of one is returned.
 */
export async function readFailures(db: Database): Promise<FailureGroup[]> {
  const rows = await db.execute<{ message: string; documents: number; latestMs: number }>(sql`
    select case
        when starts_with(error_message, ${SERVICE_FAILURE}::text) then ${SERVICE_FAILURE}::text
        when right(error_message, 100) ~ ${TRIED}::text then ${AWAY}::text
        else ${FILE}::text end as message,
      count(*)::int as documents, (extract(epoch from max(updated_at)) * 1000)::float8 as "latestMs"
    from documents where status = 'FAILED' group by 1 order by 2 desc, 1`);
  return rows.map(({ message, documents, latestMs }) => ({
    ...{ message, documents },
    latestAt: new Date(Math.round(latestMs)).toISOString(),
  }));
}
