import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { spaces } from "../../platform/database/tables/document-tables.ts";

/** Reads the rows of some spaces and locks them until the transaction ends. */
export async function lockSpaces(tx: Database, orgId: string, ids: readonly string[]) {
  return tx
    .select()
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), inArray(spaces.id, [...ids])))
    .orderBy(asc(spaces.id))
    .for("update");
}
