import { QuarryError } from "@quarry/core";
import type { Tier } from "@quarry/schema";
import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import { documents, spaces } from "../platform/database/tables/document-tables.ts";
import { organizations } from "../platform/database/tables/organization-tables.ts";
import { type AuditLog, OPERATOR } from "../records/audit/audit-log.ts";
import type { Operation } from "./operation-event.ts";

/** Lists all organizations with their tiers and their numbers of spaces and documents, oldest first. */
export async function* listTiers({ db }: { readonly db: Database }): Operation {
  const rows = await db
    .select({
      id: organizations.id,
      name: organizations.name,
      tier: organizations.tier,
      spaces: sql<number>`count(distinct ${spaces.id})::int`,
      documents: sql<number>`count(${documents.id})::int`,
    })
    .from(organizations)
    .leftJoin(spaces, eq(spaces.orgId, organizations.id))
    .leftJoin(documents, eq(documents.spaceId, spaces.id))
    .groupBy(organizations.id)
    .orderBy(asc(organizations.createdAt), asc(organizations.id));
  const lines = rows.map((row) => {
    const held = `${row.spaces} spaces, ${row.documents} documents`;
    // Escaped, because a name may contain terminal control sequences.
    return `${row.id}  ${row.tier.padEnd(10)}  ${held.padEnd(28)}  ${JSON.stringify(row.name)}`;
  });
  yield { type: "result", isGood: true, text: lines.join("\n") };
}

/**
 * Changes the tier of an organization. Other processes see it within a second, when their cached keys expire.
 * @throws QuarryError `not_found` when there is no such organization.
 */
export async function* changeTier(
  { db, audit }: { readonly db: Database; readonly audit: AuditLog },
  orgId: string,
  to: Tier,
): Operation {
  const from = await db.transaction(async (tx) => {
    const ofId = eq(organizations.id, orgId);
    const [before] = await tx
      .select({ tier: organizations.tier })
      .from(organizations)
      .where(ofId)
      .for("update");
    if (!before)
      throw new QuarryError(
        "not_found",
        `There is no organization ${JSON.stringify(orgId)}. "bun run tier" lists them.`,
      );
    if (before.tier === to) return to;
    await tx.update(organizations).set({ tier: to }).where(ofId);
    const details = { from: before.tier, to };
    const entry = { action: "organization.tier_changed", targetId: orgId, details } as const;
    await audit.record(tx, { orgId, actor: OPERATOR }, entry);
    return before.tier;
  });
  const text = from === to ? `${orgId} is already ${to}` : `${orgId} changed from ${from} to ${to}`;
  yield { type: "result", isGood: true, text };
}
