import { and, eq, inArray, sql } from "drizzle-orm";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";

/** The totals of all spaces in a scope, including archived ones. */
export async function measureSpaces(
  db: Database,
  { orgId, spaceIds }: TenantScope,
): Promise<{ spaces: number; documents: number; bytes: number }> {
  const [all] = await db
    .select({
      spaces: sql<number>`count(distinct ${spaces.id})::int`,
      documents: sql<number>`count(${documents.id})::int`,
      bytes: sql<number>`coalesce(sum(${documents.fileSize}), 0)::float8`,
    })
    .from(spaces)
    .leftJoin(documents, eq(documents.spaceId, spaces.id))
    .where(and(eq(spaces.orgId, orgId), spaceIds === null ? undefined : inArray(spaces.id, [...spaceIds])));
  return all ?? { spaces: 0, documents: 0, bytes: 0 };
}

/** The number of documents in a space. */
export async function countDocuments(db: Database, orgId: string, spaceId: string): Promise<number> {
  return db.$count(documents, and(eq(documents.orgId, orgId), eq(documents.spaceId, spaceId)));
}
