import { isDeepStrictEqual } from "node:util";
import { and, eq } from "drizzle-orm";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { awaitPipelined } from "../../platform/database/pipelined.ts";
import { documents, jobs } from "../../platform/database/tables/document-tables.ts";
import { holdChunking } from "../../records/spaces/space-chunking.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import type { DocumentWrite } from "./document-write.ts";

/** Thrown when a document, or a setting that it depends on, changed during processing. Start again from the new state. */
export class StaleWrite extends Error {
  override readonly name = "StaleWrite";
}

/**
 * Locks everything that processed documents depend on until the transaction ends: the chunking of their spaces, their
 * rows and jobs, and the embedding model.
 * @throws StaleWrite when one of these changed since the documents were processed.
 */
export async function lockCurrent(
  tx: Database,
  models: IngestDeps["models"],
  orgId: string,
  writes: readonly DocumentWrite[],
): Promise<void> {
  const used = [...new Set(writes.map(({ row }) => row.embeddingModel))];
  // Sent together, in this order, to save round trips.
  await awaitPipelined([
    lockChunking(tx, orgId, writes),
    lockRows(tx, orgId, writes),
    ...used.map((model) => lockModel(tx, models, model)),
  ]);
}

async function lockModel(tx: Database, models: IngestDeps["models"], model: string): Promise<void> {
  if (!(await models.hold(tx, model))) throw new StaleWrite(`the model ${model} is no longer in use`);
}

async function lockChunking(tx: Database, orgId: string, writes: readonly DocumentWrite[]): Promise<void> {
  const spaceIds = new Set(writes.map(({ row }) => row.spaceId));
  const current = await holdChunking(tx, orgId, [...spaceIds]);
  for (const { row } of writes) {
    const chunking = current.get(row.spaceId);
    if (chunking !== undefined && !isDeepStrictEqual(chunking, row.chunking))
      throw new StaleWrite(`the chunking of space ${row.spaceId} changed`);
  }
}

async function lockRows(tx: Database, orgId: string, writes: readonly DocumentWrite[]): Promise<void> {
  const ids = writes.flatMap(({ before }) => (before ? [before.id] : []));
  if (ids.length === 0) return;
  const current = await tx
    .select({
      id: documents.id,
      generation: documents.generation,
      updatedAt: documents.updatedAt,
      leaseToken: jobs.leaseToken,
    })
    .from(documents)
    .leftJoin(jobs, eq(jobs.documentId, documents.id))
    .where(and(eq(documents.orgId, orgId), isAnyOf(documents.id, ids)))
    .orderBy(documents.id)
    .for("update", { of: documents });
  const byId = new Map(current.map((row) => [row.id, row]));
  for (const { before, leaseToken } of writes) {
    if (!before) continue;
    const row = byId.get(before.id);
    // A change of name or metadata does not raise the generation of an unprocessed document, only `updatedAt`.
    const isSame =
      row?.generation === before.generation && row.updatedAt.getTime() === before.updatedAt.getTime();
    if (!isSame || (leaseToken !== undefined && row.leaseToken !== leaseToken))
      throw new StaleWrite(`document ${before.id} changed`);
  }
}
