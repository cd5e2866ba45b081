import type { Tier } from "@quarry/schema";

/** The rows that a call can access. It is the first argument of every service. */
export interface TenantScope {
  readonly orgId: string;
  readonly tier: Tier;
  /** Ids of the spaces that the call can see; null for all spaces of the organization. */
  readonly spaceIds: readonly string[] | null;
}

/** The scope of a whole organization. */
export function wholeScope(orgId: string, tier: Tier): TenantScope {
  return { orgId, tier, spaceIds: null };
}

/** True when the scope includes a space of its organization. */
export function sees({ spaceIds }: TenantScope, spaceId: string): boolean {
  return spaceIds === null || spaceIds.includes(spaceId);
}
