import { QuarryError } from "@quarry/core";
import type { Chunking } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import { type DocumentRow, findDocuments } from "../../records/documents/document-rows.ts";
import { findChunking } from "../../records/spaces/space-chunking.ts";
import { commitDocuments, StaleWrite } from "../commit/commit.ts";
import { withDocumentsLocked } from "../commit/document-lock.ts";
import type { PreparedDocument } from "../prepare/prepare-document.ts";
import { completedFields, type ProcessingDeps, textsToEmbed } from "../processing.ts";
import type { JobProgress } from "./job-progress.ts";
import type { Claim } from "./job-queries.ts";

/**
 * Reads, cuts, embeds and stores the documents of a claim, all together or none.
 * @throws StaleWrite when one of them was changed or deleted meanwhile.
 */
export type ProcessJobs = (claim: Claim, progress: JobProgress) => Promise<void>;

/** Creates what does the work of jobs. */
export function createProcessJobs(deps: ProcessingDeps): ProcessJobs {
  const { db, clock, blobs, preparer, models, embeddings, mutex } = deps;

  async function openFile(key: string): Promise<AsyncIterable<Uint8Array>> {
    const blob = await blobs.get(key);
    if (!blob)
      throw new QuarryError("invalid_request", "The original file is no longer there. Upload it again.");
    return blob.bytes;
  }

  /** How the spaces of some documents cut them, by the space's id. */
  async function findChunkings(rows: readonly DocumentRow[]): Promise<Map<string, Chunking | null>> {
    const found = new Map<string, Chunking | null>();
    for (const { orgId, spaceId } of rows)
      if (!found.has(spaceId)) found.set(spaceId, await findChunking(db, orgId, spaceId));
    return found;
  }

  return async (claim, progress) => {
    const { orgId, documents: before, leaseToken } = claim;
    progress.reached("reading");
    const chunkingOf = await findChunkings(before);
    const prepared = new Map<string, PreparedDocument>();
    for (const row of before) {
      const file = {
        chunking: chunkingOf.get(row.spaceId) ?? null,
        filename: row.filename,
        declaredMimeType: row.declaredMimeType ?? undefined,
        size: row.fileSize,
        open: () => openFile(row.blobKey),
      };
      prepared.set(
        row.id,
        await preparer.prepare(file, ({ stage, pagesDone, pagesTotal }) =>
          progress.reached(stage, pagesDone, pagesTotal),
        ),
      );
    }
    const texts = textsToEmbed([...prepared.values()]);
    progress.reached("embedding", 0, texts.size);
    const embedder = models.writing();
    const { vectors } = await embeddings.embed(embedder, orgId, texts, (done, total) =>
      progress.reached("embedding", done, total),
    );
    progress.reached("storing");
    // Names or metadata may have been changed while the files were being read.
    await withDocumentsLocked(
      mutex,
      () => findCurrent(db, claim),
      [],
      async (rows) => {
        const updatedAt = new Date(clock.now());
        const writes = rows.map((current) => {
          const done = prepared.get(current.id);
          if (!done) throw new QuarryError("internal", "A document was to be stored before it was read.");
          const fields = completedFields(done, embedder, chunkingOf.get(current.spaceId) ?? null);
          const row = { ...current, ...fields, generation: current.generation + 1, updatedAt };
          return { before: current, row, prepared: done, vectors, leaseToken };
        });
        await commitDocuments(deps, orgId, writes);
      },
    );
  };
}

/**
 * A claim's documents as they are now. Their metadata may have changed, which is kept; with another file it is another's
 * work.
 * @throws StaleWrite when one has another file, or is gone.
 */
export async function findCurrent(db: Database, { orgId, documents }: Claim): Promise<DocumentRow[]> {
  const found = await findDocuments(
    db,
    orgId,
    documents.map(({ id }) => id),
  );
  return documents.map(({ id, contentHash }) => {
    const current = found.get(id);
    if (current?.contentHash !== contentHash) throw new StaleWrite(`document ${id} changed meanwhile`);
    return current;
  });
}
