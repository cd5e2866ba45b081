import { QuarryError } from "@quarry/core";
import { TIER_LIMITS } from "@quarry/schema";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { lockSpaces } from "../spaces/lock-spaces.ts";
import { countUpTo } from "./queries.ts";

/** How many more documents a space may take under its organization's tier; Infinity where the tier sets no limit. */
export async function roomInSpace(
  db: Database,
  { orgId, tier }: TenantScope,
  spaceId: string,
): Promise<number> {
  const limit = TIER_LIMITS[tier].documentsPerSpace;
  return limit === null ? Number.POSITIVE_INFINITY : limit - (await countUpTo(db, orgId, spaceId, limit));
}

/**
 * The same in a transaction, to whose end nobody else adds documents to the space under such a limit. Whoever adds some
 * asks before it locks anything else.
 */
export async function holdRoomInSpace(tx: Database, scope: TenantScope, spaceId: string): Promise<number> {
  if (TIER_LIMITS[scope.tier].documentsPerSpace !== null) await lockSpaces(tx, scope.orgId, [spaceId]);
  return roomInSpace(tx, scope, spaceId);
}

/** The error for a new document where there is no room for it. */
export function spaceIsFull({ tier }: TenantScope): QuarryError {
  const limit = TIER_LIMITS[tier].documentsPerSpace;
  return new QuarryError(
    "forbidden",
    `The ${tier} tier allows ${limit} documents in a space: delete one first, or ask the operator for another tier. Documents that are there can still be updated.`,
  );
}
