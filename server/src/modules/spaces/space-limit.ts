import { QuarryError } from "@quarry/core";
import { TIER_LIMITS } from "@quarry/schema";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { lockOrganization } from "../../records/organizations/organization-rows.ts";
import { countSpaces } from "../../records/spaces/space-rows.ts";

/**
 * Refuses, in the transaction that adds a space, one more than the organization's tier allows.
 * @throws QuarryError `forbidden`.
 */
export async function requireRoomForSpace(tx: Database, { orgId, tier }: TenantScope): Promise<void> {
  const limit = TIER_LIMITS[tier].spaces;
  if (limit === null) return;
  await lockOrganization(tx, orgId);
  if ((await countSpaces(tx, orgId)) < limit) return;
  const spaces = limit === 1 ? "1 space" : `${limit} spaces`;
  throw new QuarryError(
    "forbidden",
    `The ${tier} tier allows ${spaces}, archived ones included: erase one with DELETE /api/spaces/:id?purge=true, or ask the operator for another tier.`,
  );
}
