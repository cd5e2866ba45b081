import type { OrganizationRole, Permission, Quarry, ROLE_PERMISSIONS } from "@quarry/sdk";
import { createContext, type ReactNode, use, useMemo } from "react";
import type { Person } from "./account.ts";
import { createClient } from "./client.ts";

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

const MeContext = createContext<Me | undefined>(undefined);

/** Provides the person to everything below. */
export function MeProvider({ person, children }: { person: Person; children: ReactNode }) {
  const { organization } = person;
  // What follows events keeps its client when something else of the person changes.
  const quarry = useMemo(() => createClient(organization?.id), [organization?.id]);
  const me = useMemo<Me>(
    () => ({
      person,
      quarry,
      may: (permission) => organization?.role !== "member" || !(permission in NOT_FOR_MEMBERS),
    }),
    [person, quarry, organization],
  );
  return <MeContext value={me}>{children}</MeContext>;
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
