import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { secrets } from "../../platform/database/tables/organization-tables.ts";

const NAME = "accounts";

/** Reads the secret that signs cookies and links, and creates it at the first call. All processes on a database share it. */
export async function readSecret(db: Database): Promise<string> {
  await db
    .insert(secrets)
    .values({ name: NAME, value: randomBytes(32).toString("base64url") })
    .onConflictDoNothing();
  const [row] = await db.select().from(secrets).where(eq(secrets.name, NAME));
  if (!row) throw new Error("The secret is missing right after it was stored.");
  return row.value;
}

/** The token of the set-up link of an organization. It is valid while the organization has no owner. */
export function setUpToken(secret: string, orgId: string): string {
  return createHmac("sha256", secret).update(`set up ${orgId}`).digest("base64url");
}

/** Compares tokens in constant time. */
export function isSameToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
