import { and, eq } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { accounts, sessions, users } from "../../../platform/database/tables/account-tables.ts";

/** Reads a person's e-mail address. */
export async function findEmail(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return row?.email ?? userId;
}

/** Finds a person by e-mail address. */
export async function findUser(
  db: Database,
  email: string,
): Promise<{ id: string; emailVerified: boolean } | undefined> {
  const [row] = await db
    .select({ id: users.id, emailVerified: users.emailVerified })
    .from(users)
    .where(eq(users.email, email.toLowerCase()));
  return row;
}

/** Inserts a person with a password, in a transaction. */
export async function insertPerson(
  tx: Database,
  person: { id: string; email: string; name: string; passwordHash: string; at: Date },
): Promise<void> {
  const { id, email, name, passwordHash: password, at } = person;
  const times = { createdAt: at, updatedAt: at };
  // The address comes from the operator or from the set-up link, so it counts as verified.
  await tx.insert(users).values({ id, email, name, emailVerified: true, ...times });
  const account = { id: crypto.randomUUID(), accountId: id, providerId: "credential", userId: id };
  await tx.insert(accounts).values({ ...account, password, ...times });
}

/** Resets an account, in a transaction: sets a new password, verifies the address and deletes all sessions. */
export async function resetAccount(
  tx: Database,
  userId: string,
  password: string,
  updatedAt: Date,
): Promise<void> {
  await tx.update(users).set({ emailVerified: true, updatedAt }).where(eq(users.id, userId));
  await tx
    .update(accounts)
    .set({ password, updatedAt })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")));
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}
