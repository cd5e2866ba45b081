import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { secrets } from "../../platform/database/tables/organization-tables.ts";

const NAME = "accounts";

/** The secret that signs cookies and links, the same for all processes on this database. */
export async function readSecret(db: Database): Promise<string> {
  await db
    .insert(secrets)
    .values({ name: NAME, value: randomBytes(32).toString("base64url") })
    .onConflictDoNothing();
  const [row] = await db.select().from(secrets).where(eq(secrets.name, NAME));
  if (!row) throw new Error("the secret that was just stored is not there");
  return row.value;
}

/** The token of the link by which an organization gets its first owner. It is spent once there is one. */
export function setUpToken(secret: string, orgId: string): string {
  return createHmac("sha256", secret).update(`set up ${orgId}`).digest("base64url");
}

/** Compares in constant time. */
export function isSameToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
