import type { OrganizationRole } from "@quarry/schema";
import type { Database } from "../../../platform/database/database.ts";
import { highestRole, listOrganizationsOf } from "../people/membership-rows.ts";
import type { SignedIn } from "../people/session-callers.ts";

interface OrganizationOfPage {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

/** Who is signed in, as the page of the dashboard holds it: its first load needs no call to know it. */
export interface PagePerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The active one; undefined for a person who is in no organization. */
  readonly organization: (OrganizationOfPage & { readonly role: OrganizationRole }) | undefined;
  readonly organizations: readonly OrganizationOfPage[];
}

/** Reads the organizations of the person behind a session. */
export async function readPagePerson(db: Database, { user, session }: SignedIn): Promise<PagePerson> {
  const found = await listOrganizationsOf(db, user.id);
  const active = found.find(({ orgId }) => orgId === session.activeOrganizationId);
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    organization: active && {
      id: active.orgId,
      name: active.name,
      slug: active.slug,
      role: highestRole(active.role),
    },
    organizations: found.map(({ orgId, name, slug }) => ({ id: orgId, name, slug })),
  };
}
