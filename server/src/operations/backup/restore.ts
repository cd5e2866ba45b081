import { pipeline } from "node:stream/promises";
import { type BlobStore, QuarryError } from "@quarry/core";
import type { Sql } from "postgres";
import type { OpenDatabase } from "../../platform/database/database.ts";
import { migrateDatabase, migrateTo } from "../../platform/database/migrate.ts";
import { writeRows } from "../../platform/database/table-rows.ts";
import type { Operation } from "../operation-event.ts";
import { reported, type Status } from "../reported.ts";
import type { BackupFolder } from "./backup-folder.ts";
import { inBatches } from "./copy-files.ts";
import type { Manifest } from "./manifest.ts";

const URL_BATCH = 1000;

/** Where a backup is restored to. */
export interface RestoreTarget {
  readonly database: OpenDatabase;
  readonly blobs: BlobStore;
}

/** A backup whose checksums are right. */
export interface CheckedBackup {
  readonly folder: BackupFolder;
  readonly name: string;
  readonly manifest: Manifest;
}

/**
 * Finds a backup, by default the latest in its folder, and compares everything but the original files with its checksums.
 * @throws QuarryError `invalid_request` when there is none, or it is damaged, or a later version wrote it.
 */
export async function checkBackup(folder: BackupFolder, wanted: string | undefined): Promise<CheckedBackup> {
  const name = await folder.find(wanted);
  const manifest = await folder.readManifest(name);
  await folder.check(name, manifest);
  return { folder, name, manifest };
}

/**
 * Restores a backup into an empty database. A restore that was interrupted leaves the database empty, and can be
 * repeated.
 * @throws QuarryError `invalid_request` when the database is not empty.
 */
export async function* restore({ database, blobs }: RestoreTarget, backup: CheckedBackup): Operation {
  const startedAt = performance.now();
  const { name, manifest } = backup;
  const status = { text: "the tables are created" };
  yield* reported(restoreRows(database, backup, status, blobs), status);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const text = `restored ${rows} rows and ${manifest.files.count} files of ${name} in ${seconds} s; start Quarry, which fills its indexes`;
  yield { type: "result", isGood: true, text };
}

/**
 * Fills an empty database, and the blob store if there is one.
 * @throws QuarryError `invalid_request` as `restore` does.
 */
export async function restoreRows(
  database: OpenDatabase,
  { folder, name, manifest }: CheckedBackup,
  status: Status,
  blobs?: BlobStore,
): Promise<void> {
  const sql = database.connect();
  try {
    await requireEmpty(sql);
    await migrateTo(database, manifest.migration);
    await sql`begin`;
    for (const table of manifest.tables) {
      status.text = `${table.name}: ${table.rows} rows are restored`;
      await pipeline(await folder.readRows(name, table.name), await writeRows(sql, table));
    }
    if (blobs) await restoreFiles(sql, folder, name, blobs, status);
    await cancelBulkOperations(sql);
    await sql`commit`;
    await sql`analyze`;
  } finally {
    // Rolls back what is not committed.
    await sql.end({ timeout: 5 });
  }
  await migrateDatabase(database);
}

/** Bulk operations that were unfinished do not go on: they may be why the backup is restored. */
async function cancelBulkOperations(sql: Sql): Promise<void> {
  // A backup of an earlier version has no such tables. Migration forgets what its cancelled operations had left.
  const [tables] = await sql`
    select to_regclass('public.bulk_operations') as operations, to_regclass('public.bulk_batches') as batches`;
  if (tables?.operations !== null)
    await sql`
      update bulk_operations set state = 'cancelled', finished_at = now(), lease_token = null
      where finished_at is null`;
  if (tables?.batches !== null) await sql`delete from bulk_batches`;
}

async function requireEmpty(sql: Sql): Promise<void> {
  const [tables] = await sql`select to_regclass('public.organizations') as id`;
  if (tables?.id === null) return;
  const rows = await sql`select from organizations limit 1`;
  if (rows.length > 0)
    throw new QuarryError(
      "invalid_request",
      "The database already holds data. Restore into an empty one: set QUARRY_DATA_DIR to a new folder, and DATABASE_URL to a new database if you use a server.",
    );
}

/** Stores the original files, and changes the documents' URLs to where they are now. */
async function restoreFiles(
  sql: Sql,
  folder: BackupFolder,
  name: string,
  blobs: BlobStore,
  status: Status,
): Promise<void> {
  const files = await Array.fromAsync(folder.readFileList(name));
  const urls = new Map<string, string>();
  await inBatches(files, async ({ key }, at) => {
    status.text = `${at} of ${files.length} files are restored`;
    const bytes = await folder.readFile(key);
    // A document that had lost its file before the backup stays without one.
    if (bytes) urls.set(key, await blobs.put(key, bytes));
  });
  const moved = [...urls];
  for (let start = 0; start < moved.length; start += URL_BATCH) {
    const batch = moved.slice(start, start + URL_BATCH);
    await sql`
      update documents set storage_url = moved.url
      from unnest(${batch.map(([key]) => key)}::text[], ${batch.map(([, url]) => url)}::text[]) as moved(key, url)
      where documents.blob_key = moved.key`;
  }
}
