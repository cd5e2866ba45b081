import type { Tier } from "@quarry/schema";

/** Whose rows a call may touch: the first argument of every service. */
export interface TenantScope {
  readonly orgId: string;
  readonly tier: Tier;
  /** Ids of the only spaces that exist for this call; null for all of the organization's. */
  readonly spaceIds: readonly string[] | null;
}

/** All that an organization has. */
export function wholeScope(orgId: string, tier: Tier): TenantScope {
  return { orgId, tier, spaceIds: null };
}

/** True when a space of the scope's organization exists for it. */
export function sees({ spaceIds }: TenantScope, spaceId: string): boolean {
  return spaceIds === null || spaceIds.includes(spaceId);
}
