import type { Tier } from "@quarry/schema";
import { and, asc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";
import { organizations } from "../../platform/database/tables/organization-tables.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";

/** A document that may be due, as a page of them has it. */
export type DueDocument = Pick<DocumentRow, "id" | "orgId" | "spaceId" | "filename">;

/** Documents that have not changed since a time, and of which nobody has been told that they will go. */
export function isToTell(changedBefore: Date): SQL | undefined {
  const isTold = sql`coalesce(${documents.expiryToldAt} > ${documents.updatedAt}, false)`;
  return and(lte(documents.updatedAt, changedBefore), sql`not ${isTold}`);
}

/** Those that have not changed since one time, which was told before another. */
export function isToErase(changedBefore: Date, toldBefore: Date): SQL | undefined {
  return and(
    lte(documents.updatedAt, changedBefore),
    gt(documents.expiryToldAt, documents.updatedAt),
    lte(documents.expiryToldAt, toldBefore),
  );
}

/** Those whose organization has a tier. */
export function isOfTier(tier: Tier): SQL {
  return sql`exists (
    select from ${organizations} where ${organizations.id} = ${documents.orgId} and ${organizations.tier} = ${tier})`;
}

/** The next of the due documents of all organizations of a tier, in the order of their ids. */
export async function listDue(
  db: Database,
  tier: Tier,
  isDue: SQL | undefined,
  after: DueDocument | undefined,
  limit: number,
): Promise<DueDocument[]> {
  const { id, orgId, spaceId, filename } = documents;
  // By way of the spaces: where the tier has few organizations, few documents are looked at.
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

/** Notes, in a transaction, that it is being told of those documents that are still due, and answers them. */
export async function noteTold(
  tx: Database,
  orgId: string,
  ids: readonly string[],
  isDue: SQL | undefined,
  toldAt: Date,
): Promise<DocumentRow[]> {
  const rows = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.orgId, orgId), inArray(documents.id, [...ids]), isDue))
    .orderBy(asc(documents.id))
    // What another process has at hand it tells itself, or changes.
    .for("update", { skipLocked: true });
  const held = rows.map(({ id }) => id);
  if (held.length > 0)
    await tx
      .update(documents)
      .set({ expiryToldAt: toldAt })
      .where(and(eq(documents.orgId, orgId), inArray(documents.id, held)));
  return rows;
}
