import { PERMISSIONS, type Tier } from "@quarry/schema";
import type { Dependencies } from "../../server/src/dependencies.ts";
import { generateKey, hashKey, keyPrefix } from "../../server/src/modules/keys/key-format.ts";
import { insertKey } from "../../server/src/modules/keys/queries.ts";

/** Another organization with a key that may do everything. */
export async function addTenant(deps: Dependencies, name: string, tier: Tier) {
  const orgId = await deps.services.organizations.create(name, tier);
  const key = generateKey();
  const keyId = deps.newId("apiKey");
  await insertKey(deps.db, {
    id: keyId,
    orgId,
    name: `${name}'s key`,
    prefix: keyPrefix(key),
    hash: hashKey(key),
    permissions: [...PERMISSIONS],
    rateLimit: null,
    expiresAt: null,
    lastUsedAt: null,
    createdAt: new Date(),
  });
  return { orgId, key, keyId };
}
