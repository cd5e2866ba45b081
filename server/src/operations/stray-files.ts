import type { BlobStore } from "@quarry/core";
import { inArray } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import { documents } from "../platform/database/tables/document-tables.ts";
import { organizations } from "../platform/database/tables/organization-tables.ts";
import type { Log } from "../platform/log/log.ts";

const BATCH = 500;

/** At a start, at most so many stray files are deleted, or this share of all. */
const FEW = { files: 100, share: 0.1 };

/**
 * Keys of original files that no document has: left behind when the service was killed between storing a file and
 * its document, or between deleting them. Files of organizations that the database does not know belong to another
 * database.
 * @param before Files stored later may belong to a document that is being written.
 */
export async function* findStrayFiles(
  { db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
  before: Date,
): AsyncGenerator<string> {
  const ours = new Set((await db.select({ id: organizations.id }).from(organizations)).map(({ id }) => id));
  let batch: string[] = [];
  async function strays(): Promise<string[]> {
    const rows = await db
      .select({ key: documents.blobKey })
      .from(documents)
      .where(inArray(documents.blobKey, batch));
    const known = new Set(rows.map(({ key }) => key));
    return batch.filter((key) => !known.has(key));
  }
  for await (const { key, storedAt } of blobs.list()) {
    if (storedAt >= before || !ours.has(key.split("/")[0] ?? "")) continue;
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield* await strays();
    batch = [];
  }
  if (batch.length > 0) yield* await strays();
}

/**
 * Deletes stray files, which nobody can reach. Where there are many, something else is wrong, an old backup of the
 * database for one: they are left for the operator to decide.
 */
export async function deleteStrayFiles(
  deps: { readonly db: Database; readonly blobs: BlobStore; readonly log: Log },
  before: Date,
): Promise<void> {
  const keys = await Array.fromAsync(findStrayFiles(deps, before));
  const total = await deps.db.$count(documents);
  if (keys.length > Math.max(FEW.files, FEW.share * total))
    return deps.log.info(
      `${keys.length} original files belong to no document. "bun run doctor" lists them, and deletes them with --repair.`,
    );
  for (const key of keys) await deps.blobs.delete(key);
}

/** Documents whose original file is not there. */
export async function* findLostFiles({ db, blobs }: { readonly db: Database; readonly blobs: BlobStore }) {
  const kept = new Set<string>();
  for await (const { key } of blobs.list()) kept.add(key);
  const rows = await db
    .select({ orgId: documents.orgId, id: documents.id, key: documents.blobKey })
    .from(documents);
  for (const row of rows) if (!kept.has(row.key)) yield row;
}
