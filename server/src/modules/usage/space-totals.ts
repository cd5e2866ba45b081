import { and, count, eq, inArray, max, sql } from "drizzle-orm";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";
import { events } from "../../platform/database/tables/event-tables.ts";

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

/** What a space holds, and when its documents last changed; a deletion is known while its event is stored. */
export async function measureSpace(
  db: Database,
  orgId: string,
  spaceId: string,
): Promise<{ documents: number; bytes: number; changedAt: Date | null }> {
  const [held] = await db
    .select({
      documents: count(),
      bytes: sql<number>`coalesce(sum(${documents.fileSize}), 0)::float8`,
      changedAt: max(documents.updatedAt),
    })
    .from(documents)
    .where(and(eq(documents.orgId, orgId), eq(documents.spaceId, spaceId)));
  const [deleted] = await db
    .select({ at: max(events.createdAt) })
    .from(events)
    .where(and(eq(events.orgId, orgId), eq(events.spaceId, spaceId), eq(events.type, "document.deleted")));
  const { documents: number = 0, bytes = 0, changedAt = null } = held ?? {};
  const deletedAt = deleted?.at ?? null;
  const isDeletion = deletedAt !== null && (changedAt === null || deletedAt > changedAt);
  return { documents: number, bytes, changedAt: isDeletion ? deletedAt : changedAt };
}
