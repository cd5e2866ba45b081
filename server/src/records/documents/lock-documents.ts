import { and, asc, eq } from "drizzle-orm";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";

/** Locks the rows of some documents until the transaction ends, in order of their ids. */
export async function lockDocuments(tx: Database, orgId: string, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.orgId, orgId), isAnyOf(documents.id, ids)))
    .orderBy(asc(documents.id))
    .for("update");
}
