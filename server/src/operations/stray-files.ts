import type { BlobStore } from "@quarry/core";
import { inArray, sql } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import { documents, openAiFiles } from "../platform/database/tables/document-tables.ts";
import { organizations } from "../platform/database/tables/organization-tables.ts";
import type { Log } from "../platform/log/log.ts";

const BATCH = 500;

/** The service deletes at most this many stray files at start, or this share of the number of documents. */
const MAX_DELETED = { files: 100, share: 0.1 };

/**
 * Finds original files that belong to no document and no file of OpenAI's API: the service was killed between storing a file and its document, or
 * between deleting them. Skips files of unknown organizations, which belong to another database.
 * @param before Skips files stored later, which may belong to an upload in progress.
 */
export async function* findStrayFiles(
  { db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
  before: Date,
  stopping?: AbortSignal,
): AsyncGenerator<string> {
  const ours = new Set((await db.select({ id: organizations.id }).from(organizations)).map(({ id }) => id));
  let batch: string[] = [];
  async function strays(): Promise<string[]> {
    const ofDocuments = db
      .select({ key: documents.blobKey })
      .from(documents)
      .where(inArray(documents.blobKey, batch));
    const ofFiles = db
      .select({ key: openAiFiles.blobKey })
      .from(openAiFiles)
      .where(inArray(openAiFiles.blobKey, batch));
    const rows = await ofDocuments.unionAll(ofFiles);
    const known = new Set(rows.map(({ key }) => key));
    return batch.filter((key) => !known.has(key));
  }
  for await (const { key, storedAt } of blobs.list()) {
    if (stopping?.aborted) return;
    if (storedAt >= before || !ours.has(key.split("/")[0] ?? "")) continue;
    batch.push(key);
    if (batch.length < BATCH) continue;
    yield* await strays();
    batch = [];
  }
  if (batch.length > 0) yield* await strays();
}

/**
 * Deletes stray files. If there are many, another cause is likely, such as an old backup of the database: keeps them and
 * leaves the decision to the operator.
 * @param stopping Ends the work early.
 */
export async function deleteStrayFiles(
  deps: { readonly db: Database; readonly blobs: BlobStore; readonly log: Log },
  before: Date,
  stopping: AbortSignal,
): Promise<void> {
  const keys: string[] = [];
  for await (const key of findStrayFiles(deps, before, stopping)) keys.push(key);
  if (stopping.aborted) return;
  const total = await deps.db.$count(documents);
  if (keys.length > Math.max(MAX_DELETED.files, MAX_DELETED.share * total))
    return deps.log.info(
      `${keys.length} original files belong to no document. "bun run doctor" lists them, and deletes them with --repair.`,
    );
  for (const key of keys) if (!stopping.aborted) await deps.blobs.delete(key);
}

/** Finds documents, and files of OpenAI's API, whose original file is missing. */
export async function* findLostFiles({ db, blobs }: { readonly db: Database; readonly blobs: BlobStore }) {
  const kept = new Set<string>();
  for await (const { key } of blobs.list()) kept.add(key);
  const ofDocuments = db
    .select({
      orgId: documents.orgId,
      subject: sql<string>`'document ' || ${documents.id}`,
      key: documents.blobKey,
    })
    .from(documents);
  const ofFiles = db
    .select({
      orgId: openAiFiles.orgId,
      subject: sql<string>`'file ' || ${openAiFiles.id}`,
      key: openAiFiles.blobKey,
    })
    .from(openAiFiles);
  for (const row of [...(await ofDocuments), ...(await ofFiles)]) if (!kept.has(row.key)) yield row;
}
