import type { BulkFailure } from "@quarry/schema";
import { and, asc } from "drizzle-orm";
import { isAnyOf } from "../../../platform/database/any-of.ts";
import type { Database } from "../../../platform/database/database.ts";
import { documents } from "../../../platform/database/tables/document-tables.ts";
import { type DocumentRow, inSpace } from "../../../records/documents/document-rows.ts";
import type { BulkRow } from "../bulk-rows.ts";

/** Some documents of an operation. */
export interface BulkBatch extends Pick<BulkRow, "orgId" | "spaceId" | "metadata"> {
  readonly ids: readonly string[];
}

/** Counts the documents of a batch as finished, within the transaction that changes them. */
export type FinishBatch = (tx: Database, failures: readonly BulkFailure[]) => Promise<void>;

/**
 * Does an action with a batch of documents in one transaction, which also calls `finish`. Documents that cannot be changed
 * are failures; any other error means that nothing was changed.
 */
export type BulkWork = (batch: BulkBatch, finish: FinishBatch) => Promise<void>;

/** The documents of a batch that exist, in the order of their ids. */
export function findBatch(db: Database, { orgId, spaceId, ids }: BulkBatch): Promise<DocumentRow[]> {
  return db
    .select()
    .from(documents)
    .where(and(inSpace(orgId, spaceId), isAnyOf(documents.id, ids)))
    .orderBy(asc(documents.id));
}

/** Locks the documents of a batch that exist until the transaction ends, in the order of their ids. */
export function lockBatch(tx: Database, { orgId, spaceId, ids }: BulkBatch): Promise<DocumentRow[]> {
  return tx
    .select()
    .from(documents)
    .where(and(inSpace(orgId, spaceId), isAnyOf(documents.id, ids)))
    .orderBy(asc(documents.id))
    .for("update");
}

/** The failures of the documents of a batch that no longer exist. */
export function goneDocuments({ ids }: BulkBatch, rows: readonly DocumentRow[]): BulkFailure[] {
  const found = new Set(rows.map(({ id }) => id));
  return ids
    .filter((id) => !found.has(id))
    .map((id) => ({ id, filename: null, message: "The document was deleted in the meantime." }));
}
