import { ROLE_PERMISSIONS } from "@quarry/schema";
import { highestRole } from "../people/membership-rows.ts";
import type { AssistantRow } from "./assistant-rows.ts";

/** An assistant that has access for a person, as the account route returns it. */
export type Consent = ReturnType<typeof toConsent>;

/** Converts a stored consent to its API form. `permissions` are the scopes that the person's role allows. */
export function toConsent({ id, clientId, clientName, orgId, roles, scopes, ...times }: AssistantRow) {
  const allowed = roles === null ? [] : ROLE_PERMISSIONS[highestRole(roles)];
  return {
    ...{ id, clientId, clientName, scopes },
    referenceId: orgId,
    permissions: allowed.filter((permission) => scopes.includes(permission)),
    createdAt: times.createdAt.toISOString(),
    lastUsedAt: times.lastUsedAt?.toISOString() ?? null,
  };
}
