import type { OrganizationRole } from "@quarry/schema";
import { PERMISSIONS, type Permission } from "@quarry/schema";
import { eq } from "drizzle-orm";
import { members, users } from "../../server/src/platform/database/tables/account-tables.ts";
import { generateKey, hashKey, keyPrefix } from "../../server/src/records/keys/key-format.ts";
import { insertKey } from "../../server/src/records/keys/key-rows.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import type { Credentials } from "./answer.ts";
import { assistantOf } from "./assistants.ts";
import { unusedName } from "./targets.ts";

const ORIGIN = "http://localhost";
const PASSWORD = "a pelican in a bathtub";

/** Credentials of an API key. */
export function withKey(key: string): Credentials {
  return { Authorization: `Bearer ${key}` };
}

/** Creates a key with these permissions, for all spaces or some. */
export async function keyWith(
  { quarry }: Pick<InProcessApp, "quarry">,
  permissions: readonly Permission[] = PERMISSIONS,
  spaceIds?: readonly string[],
): Promise<Credentials> {
  const { key } = await quarry.apiKeys.create({
    name: unusedName(),
    permissions: [...permissions],
    ...(spaceIds ? { spaceIds: [...spaceIds] } : {}),
  });
  return withKey(key);
}

/** An expired key with all permissions. */
export async function expiredKey({ deps, orgId }: InProcessApp): Promise<Credentials> {
  const key = generateKey();
  await insertKey(deps.db, {
    ...{ id: deps.newId("apiKey"), orgId, name: unusedName(), prefix: keyPrefix(key), hash: hashKey(key) },
    ...{ permissions: [...PERMISSIONS], rateLimit: null, spaceIds: null, previousHash: null },
    ...{ previousUntil: null, lastUsedAt: null, createdAt: new Date() },
    expiresAt: new Date(Date.now() - 1000),
  });
  return withKey(key);
}

/** A key that was used and then deleted. */
export async function revokedKey({ app, quarry }: InProcessApp): Promise<Credentials> {
  const { apiKey, key } = await quarry.apiKeys.create({ name: unusedName(), level: "admin" });
  await app.handle(new Request(`${ORIGIN}/api/spaces`, { headers: withKey(key) }));
  await quarry.apiKeys.delete({ id: apiKey.id });
  return withKey(key);
}

/** A signed-in person who belongs only to their own organization. */
export async function signUp({ app, deps }: InProcessApp): Promise<{ userId: string; cookie: Credentials }> {
  const email = `${unusedName().replace(" ", ".")}@example.org`;
  const body = JSON.stringify({ name: "Pelican", email, password: PASSWORD });
  const headers = { "Content-Type": "application/json", Origin: ORIGIN };
  const url = `${ORIGIN}/api/auth/sign-up/email`;
  const response = await app.handle(new Request(url, { method: "POST", headers, body }));
  const [user] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new Error(`signing up answered ${response.status}: ${await response.text()}`);
  const Cookie = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
  return { userId: user.id, cookie: { Cookie, Origin: ORIGIN } };
}

/** A member of an organization: their credentials, and the credentials of an assistant with all scopes. */
export async function personIn(
  app: InProcessApp,
  orgId: string,
  role: OrganizationRole,
): Promise<{ userId: string; session: Credentials; assistant: Credentials }> {
  const { userId, cookie } = await signUp(app);
  const row = { id: crypto.randomUUID(), organizationId: orgId, userId, role, createdAt: new Date() };
  await app.deps.db.insert(members).values(row);
  const assistant = await assistantOf(app, userId, orgId);
  return { userId, session: inOrganization(cookie, orgId), assistant };
}

/** A person's credentials for a call in a named organization. */
export function inOrganization(cookie: Credentials, orgId: string): Credentials {
  return { ...cookie, "Quarry-Organization": orgId };
}

/** A person with an ended session. */
export async function signedOut(app: InProcessApp): Promise<Credentials> {
  const { cookie } = await signUp(app);
  const headers = { ...cookie, "Content-Type": "application/json" };
  await app.app.handle(new Request(`${ORIGIN}/api/auth/sign-out`, { method: "POST", headers, body: "{}" }));
  return cookie;
}
