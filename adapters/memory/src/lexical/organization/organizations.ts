import { createOrganizationIndex, type OrganizationIndex } from "./organization-index.ts";

/** The indexes of all organizations. */
export interface Organizations {
  readonly byId: ReadonlyMap<string, OrganizationIndex>;
  /** Returns the organization's index and creates it if necessary. */
  open(orgId: string): OrganizationIndex;
  /** Drops an organization without spaces. */
  dropIfEmpty(orgId: string): void;
  delete(orgId: string): void;
  clear(): void;
}

/** Creates an empty set of organizations. */
export function createOrganizations(): Organizations {
  const byId = new Map<string, OrganizationIndex>();
  return {
    byId,
    open(orgId) {
      const organization = byId.get(orgId) ?? createOrganizationIndex();
      byId.set(orgId, organization);
      return organization;
    },
    dropIfEmpty(orgId) {
      if (byId.get(orgId)?.spaces.size === 0) byId.delete(orgId);
    },
    delete: (orgId) => void byId.delete(orgId),
    clear: () => byId.clear(),
  };
}
