import {
  type Fetch,
  type OrganizationRole,
  type Permission,
  Quarry,
  type ROLE_PERMISSIONS,
} from "@quarry/sdk";
import { createContext, type ReactNode, use, useMemo } from "react";
import type { Person } from "./account.ts";
import { watched } from "./trouble.ts";

type MemberPermission = (typeof ROLE_PERMISSIONS)["member"][number];

/** What members may not do. The compiler compares it with the schema. */
const NOT_FOR_MEMBERS: Record<Exclude<Permission, MemberPermission>, true> = {
  "spaces:delete": true,
  "documents:delete": true,
  "apikeys:read": true,
  "apikeys:write": true,
  "apikeys:delete": true,
};

/** The person and the client that acts for them. */
export interface Me {
  readonly person: Person;
  readonly quarry: Quarry;
  /** True when the person's role includes a permission. */
  may(permission: Permission): boolean;
}

/** The header that names the organization of a call. */
export const ORGANIZATION_HEADER = "quarry-organization";

const MeContext = createContext<Me | undefined>(undefined);

/** Provides the person to everything below. */
export function MeProvider({ person, children }: { person: Person; children: ReactNode }) {
  const { organization } = person;
  const me = useMemo<Me>(
    () => ({
      person,
      quarry: createClient(organization?.id),
      may: (permission) => organization?.role !== "member" || !(permission in NOT_FOR_MEMBERS),
    }),
    [person, organization],
  );
  return <MeContext value={me}>{children}</MeContext>;
}

/** Creates a client with the browser's session. It stays in one organization when another tab switches. */
export function createClient(
  organizationId: string | undefined,
  send: Fetch = (url, init) => fetch(url, init),
): Quarry {
  return new Quarry({
    baseUrl: location.origin,
    headers: organizationId === undefined ? {} : { [ORGANIZATION_HEADER]: organizationId },
    fetch: watched(send),
  });
}

/** The person's role in the organization; undefined where there is no person or organization. */
export function useRole(): OrganizationRole | undefined {
  return use(MeContext)?.person.organization?.role;
}

/** The person who is signed in. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error("useMe needs a MeProvider above it.");
  return me;
}
