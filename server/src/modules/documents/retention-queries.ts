import type { Tier } from "@quarry/schema";
import { and, asc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";
import { organizations } from "../../platform/database/tables/organization-tables.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";

/** A document of a page of due documents. */
export type DueDocument = Pick<DocumentRow, "id" | "orgId" | "spaceId" | "filename">;

/** Matches documents that have not changed since a time and whose expiry was not announced yet. */
export function isToAnnounce(changedBefore: Date): SQL | undefined {
  const isAnnounced = sql`coalesce(${documents.expiryToldAt} > ${documents.updatedAt}, false)`;
  return and(lte(documents.updatedAt, changedBefore), sql`not ${isAnnounced}`);
}

/** Matches documents that have not changed since `changedBefore` and whose expiry was announced before `announcedBefore`. */
export function isToErase(changedBefore: Date, announcedBefore: Date): SQL | undefined {
  return and(
    lte(documents.updatedAt, changedBefore),
    gt(documents.expiryToldAt, documents.updatedAt),
    lte(documents.expiryToldAt, announcedBefore),
  );
}

/** Matches documents whose organization has a tier. */
export function isOfTier(tier: Tier): SQL {
  return sql`exists (
    select from ${organizations} where ${organizations.id} = ${documents.orgId} and ${organizations.tier} = ${tier})`;
}

/** Lists the next due documents of all organizations of a tier, in order of organization id and document id. */
export async function listDue(
  db: Database,
  tier: Tier,
  isDue: SQL | undefined,
  after: DueDocument | undefined,
  limit: number,
): Promise<DueDocument[]> {
  const { id, orgId, spaceId, filename } = documents;
  // The join through spaces reads few documents if the tier has few organizations.
  return db
    .select({ id, orgId, spaceId, filename })
    .from(organizations)
    .innerJoin(spaces, eq(spaces.orgId, organizations.id))
    .innerJoin(documents, eq(documents.spaceId, spaces.id))
    .where(
      and(
        eq(organizations.tier, tier),
        isDue,
        after && sql`(${documents.orgId}, ${documents.id}) > (${after.orgId}, ${after.id})`,
      ),
    )
    .orderBy(asc(documents.orgId), asc(documents.id))
    .limit(limit);
}

/** Sets the announcement time of the documents that are still due, and returns them. Call it in a transaction. */
export async function noteAnnounced(
  tx: Database,
  orgId: string,
  ids: readonly string[],
  isDue: SQL | undefined,
  announcedAt: Date,
): Promise<DocumentRow[]> {
  const rows = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.orgId, orgId), inArray(documents.id, [...ids]), isDue))
    .orderBy(asc(documents.id))
    // Skips documents that another process is announcing or changing.
    .for("update", { skipLocked: true });
  const held = rows.map(({ id }) => id);
  if (held.length > 0)
    await tx
      .update(documents)
      .set({ expiryToldAt: announcedAt })
      .where(and(eq(documents.orgId, orgId), inArray(documents.id, held)));
  return rows;
}
