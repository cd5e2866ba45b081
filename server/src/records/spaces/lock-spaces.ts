import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { spaces } from "../../platform/database/tables/document-tables.ts";

/** Some spaces' rows, which stay as they are until the transaction ends. */
export async function lockSpaces(tx: Database, orgId: string, ids: readonly string[]) {
  return tx
    .select()
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), inArray(spaces.id, [...ids])))
    .orderBy(asc(spaces.id))
    .for("update");
}
