import { PERMISSIONS, type Tier } from "@quarry/schema";
import type { Dependencies } from "../../server/src/compose/dependencies.ts";
import { generateKey, hashKey, keyPrefix } from "../../server/src/records/keys/key-format.ts";
import { type ApiKeyRow, insertKey } from "../../server/src/records/keys/key-rows.ts";
import { insertOrganization } from "../../server/src/records/organizations/organization-rows.ts";

/** Creates another organization with a key that has all permissions. */
export async function addTenant(deps: Dependencies, name: string, tier: Tier) {
  const orgId = await deps.services.organizations.create(name, tier);
  return { orgId, ...(await addKey(deps, orgId, `${name}'s key`)) };
}

/** Creates an organization directly in the database, for services in other processes. */
export async function addTenantTo(deps: Pick<Dependencies, "db" | "newId">, tier: Tier) {
  const orgId = deps.newId("organization");
  await insertOrganization(deps.db, { id: orgId, name: tier, slug: orgId, tier, createdAt: new Date() });
  return { orgId, ...(await addKey(deps, orgId, `${tier}'s key`)) };
}

/** Adds a key with all permissions by default, regardless of the tier's limit. */
export async function addKey(
  deps: Pick<Dependencies, "db" | "newId">,
  orgId: string,
  name: string,
  fields: Partial<ApiKeyRow> = {},
) {
  const key = generateKey();
  const keyId = deps.newId("apiKey");
  await insertKey(deps.db, {
    id: keyId,
    orgId,
    name,
    prefix: keyPrefix(key),
    hash: hashKey(key),
    permissions: [...PERMISSIONS],
    rateLimit: null,
    spaceIds: null,
    previousHash: null,
    previousUntil: null,
    expiresAt: null,
    lastUsedAt: null,
    createdAt: new Date(),
    ...fields,
  });
  return { key, keyId };
}
