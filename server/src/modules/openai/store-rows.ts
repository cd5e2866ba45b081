import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import { type Cursor, cutPage, pageOf, rowsFor } from "./cursor.ts";
import { type FileCounts, STATUS } from "./file-status.ts";

/** Lists a page of the active spaces of a scope. */
export async function listStores(
  db: Database,
  { orgId, spaceIds }: TenantScope,
  cursor: Cursor,
): Promise<{ rows: SpaceRow[]; hasMore: boolean }> {
  const { where, order } = pageOf(cursor, spaces.id);
  const rows = await db
    .select()
    .from(spaces)
    .where(
      and(
        eq(spaces.orgId, orgId),
        isNull(spaces.importingUntil),
        eq(spaces.isArchived, false),
        spaceIds === null ? undefined : inArray(spaces.id, [...spaceIds]),
        ...where,
      ),
    )
    .orderBy(order)
    .limit(rowsFor(cursor));
  return cutPage(rows, cursor);
}

/** The number and size of a space's documents. */
export interface StoreTotals extends FileCounts {
  readonly bytes: number;
}

/** Counts the documents of spaces, by the spaces' ids. An empty space has no entry. */
export async function countStores(
  db: Database,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, StoreTotals>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: documents.spaceId,
      ...STATUS.counts,
      bytes: sql<number>`coalesce(sum(${documents.fileSize}), 0)::float8`,
    })
    .from(documents)
    .where(and(eq(documents.orgId, orgId), isAnyOf(documents.spaceId, ids)))
    .groupBy(documents.spaceId);
  return new Map(rows.map(({ id, ...totals }) => [id, totals]));
}
