import type { BlobStore } from "@quarry/core";
import { inArray } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { documents } from "../database/schema.ts";

const BATCH = 500;

/**
 * Keys of original files that no document has: left behind when the service was killed between storing a file and
 * its document, or between deleting them.
 * @param before Files stored later may belong to a document that is being written.
 */
export async function* findStrayFiles(
  { db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
  before: Date,
): AsyncGenerator<string> {
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
    if (storedAt >= before) continue;
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield* await strays();
    batch = [];
  }
  if (batch.length > 0) yield* await strays();
}

/** Deletes stray files, which nobody can reach. */
export async function deleteStrayFiles(
  deps: { readonly db: Database; readonly blobs: BlobStore },
  before: Date,
): Promise<void> {
  for await (const key of findStrayFiles(deps, before)) await deps.blobs.delete(key);
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
