import { QuarryError } from "@quarry/core";
import { TIER_LIMITS } from "@quarry/schema";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { lockSpaces } from "../spaces/lock-spaces.ts";
import { countUpTo } from "./document-lists.ts";

/** Counts how many more documents a space may hold under its organization's tier. Infinity if the tier has no limit. */
export async function roomInSpace(
  db: Database,
  { orgId, tier }: TenantScope,
  spaceId: string,
): Promise<number> {
  const limit = TIER_LIMITS[tier].documentsPerSpace;
  return limit === null ? Number.POSITIVE_INFINITY : limit - (await countUpTo(db, orgId, spaceId, limit));
}

/**
 * Like {@link roomInSpace}, and keeps the result valid until the transaction ends: if the tier has a limit, other writers
 * cannot add documents to the space. Call it before locking anything else, to avoid deadlocks.
 */
export async function holdRoomInSpace(tx: Database, scope: TenantScope, spaceId: string): Promise<number> {
  if (TIER_LIMITS[scope.tier].documentsPerSpace !== null) await lockSpaces(tx, scope.orgId, [spaceId]);
  return roomInSpace(tx, scope, spaceId);
}

/** The error for a new document in a space that has reached its document limit. */
export function spaceIsFull({ tier }: TenantScope): QuarryError {
  const limit = TIER_LIMITS[tier].documentsPerSpace;
  return new QuarryError(
    "forbidden",
    `The ${tier} tier allows ${limit} documents in a space. Delete a document, or ask the operator for another tier. Existing documents can still be updated.`,
  );
}
