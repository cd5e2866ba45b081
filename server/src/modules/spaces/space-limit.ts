import { QuarryError } from "@quarry/core";
import { TIER_LIMITS } from "@quarry/schema";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { lockOrganization } from "../../records/organizations/organization-rows.ts";
import { countSpaces } from "../../records/spaces/space-rows.ts";

/**
 * Checks the tier's limit in the transaction that adds a space.
 * @throws QuarryError `forbidden` when the organization has as many spaces as its tier allows.
 */
export async function requireRoomForSpace(tx: Database, { orgId, tier }: TenantScope): Promise<void> {
  const limit = TIER_LIMITS[tier].spaces;
  if (limit === null) return;
  await lockOrganization(tx, orgId);
  if ((await countSpaces(tx, orgId)) < limit) return;
  const spaces = limit === 1 ? "1 space" : `${limit} spaces`;
  throw new QuarryError(
    "forbidden",
    `The ${tier} tier allows ${spaces}, including archived ones. Erase one with DELETE /api/spaces/:id?purge=true, or ask the operator for a higher tier.`,
  );
}
