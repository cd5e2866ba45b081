import { asc, eq, gt, sql } from "drizzle-orm";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { keptPlans } from "../../platform/database/kept-plans.ts";
import { smallFiles } from "../../platform/database/tables/document-tables.ts";

/** A small original file that is stored with its document. */
export interface SmallFile {
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** Stores the files of documents of an organization, in the transaction that writes the documents. */
export async function insertSmallFiles(
  tx: Database,
  orgId: string,
  files: readonly SmallFile[],
  now: Date,
): Promise<void> {
  if (files.length === 0) return;
  let end = 1;
  const starts = files.map(({ bytes }) => {
    const start = end;
    end += bytes.byteLength;
    return start;
  });
  const keys = files.map(({ key }) => key);
  const lengths = files.map(({ bytes }) => bytes.byteLength);
  // One parameter, which the database cuts: the statement is the same for any number of files.
  const all = Buffer.concat(files.map(({ bytes }) => bytes));
  await tx.execute(sql`
    with ${keptPlans} insert into ${smallFiles} (key, org_id, bytes, stored_at)
    select key, ${orgId}, substring(${all}::bytea from start for length), ${now.toISOString()}::timestamptz
    from kept_plans, unnest(${sql.param(keys)}::text[], ${sql.param(starts)}::int[], ${sql.param(lengths)}::int[])
      as files (key, start, length)
    on conflict do nothing`);
}

/** Reads a file. Returns undefined for an unknown key. */
export async function findSmallFile(db: Database, key: string): Promise<Uint8Array | undefined> {
  const [row] = await db.select({ bytes: smallFiles.bytes }).from(smallFiles).where(eq(smallFiles.key, key));
  return row?.bytes;
}

/** Deletes files. Returns the keys that were found. */
export async function deleteSmallFiles(db: Database, keys: readonly string[]): Promise<Set<string>> {
  // Does not wait for the disk: after a power cut the file is back without its document, and deleted as a stray file.
  const rows = await db.execute<{ key: string }>(sql`
    with later as materialized (select set_config('synchronous_commit', 'off', true))
    delete from ${smallFiles} using later where ${isAnyOf(smallFiles.key, keys)} returning ${smallFiles.key}`);
  return new Set(rows.map(({ key }) => key));
}

/** The next page of files in the order of their keys. */
export function listSmallFiles(db: Database, afterKey: string, limit: number) {
  return db
    .select({ key: smallFiles.key, storedAt: smallFiles.storedAt })
    .from(smallFiles)
    .where(gt(smallFiles.key, afterKey))
    .orderBy(asc(smallFiles.key))
    .limit(limit);
}
