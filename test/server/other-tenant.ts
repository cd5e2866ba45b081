import { PERMISSIONS, type Tier } from "@quarry/schema";
import type { Dependencies } from "../../server/src/compose/dependencies.ts";
import { generateKey, hashKey, keyPrefix } from "../../server/src/records/keys/key-format.ts";
import { type ApiKeyRow, insertKey } from "../../server/src/records/keys/key-rows.ts";
import { insertOrganization } from "../../server/src/records/organizations/organization-rows.ts";

/** Another organization with a key that may do everything. */
export async function addTenant(deps: Dependencies, name: string, tier: Tier) {
  const orgId = await deps.services.organizations.create(name, tier);
  return { orgId, ...(await addKey(deps, orgId, `${name}'s key`)) };
}

/** The same through the database alone, where the service runs in other processes. */
export async function addTenantTo(deps: Pick<Dependencies, "db" | "newId">, tier: Tier) {
  const orgId = deps.newId("organization");
  await insertOrganization(deps.db, { id: orgId, name: tier, slug: orgId, tier, createdAt: new Date() });
  return { orgId, ...(await addKey(deps, orgId, `${tier}'s key`)) };
}

/** One more key that may do everything, whatever the tier allows, unless told otherwise. */
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
