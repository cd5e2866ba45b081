import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { idempotencyKeys } from "../database/tables/organization-tables.ts";

/** Names the row of a key. */
export interface KeyName {
  readonly actorId: string;
  readonly keyHash: string;
}

/** What is known of a key that was used before. */
export interface UsedKey {
  readonly fingerprint: string;
  /** Null as long as it is not done. */
  readonly answer: Uint8Array | null;
  /** Whether somebody is at it. */
  readonly isAlive: boolean;
}

// The time is the database's, which is one for all processes.
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

const named = (orgId: string, { actorId, keyHash }: KeyName) =>
  and(
    eq(idempotencyKeys.orgId, orgId),
    eq(idempotencyKeys.actorId, actorId),
    eq(idempotencyKeys.keyHash, keyHash),
  );

/** Takes a key for a call; false when it was used before. */
export async function takeKey(
  db: Database,
  orgId: string,
  { leaseSeconds, ...row }: KeyName & { readonly fingerprint: string; readonly leaseSeconds: number },
): Promise<boolean> {
  const rows = await db
    .insert(idempotencyKeys)
    .values({ orgId, ...row, aliveUntil: inSeconds(leaseSeconds), createdAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ keyHash: idempotencyKeys.keyHash });
  return rows.length > 0;
}

/** Reads what is known of a key; undefined when it is not in use any more. */
export async function readKey(db: Database, orgId: string, name: KeyName): Promise<UsedKey | undefined> {
  const { fingerprint, answer, aliveUntil } = idempotencyKeys;
  const [row] = await db
    .select({ fingerprint, answer, isAlive: sql<boolean>`${aliveUntil} > now()` })
    .from(idempotencyKeys)
    .where(named(orgId, name));
  return row;
}

/** Says that somebody is still at it. */
export async function keepAlive(
  db: Database,
  orgId: string,
  name: KeyName,
  leaseSeconds: number,
): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ aliveUntil: inSeconds(leaseSeconds) })
    .where(named(orgId, name));
}

/** Keeps the answer. */
export async function keepAnswer(
  db: Database,
  orgId: string,
  name: KeyName,
  answer: Uint8Array,
): Promise<void> {
  await db.update(idempotencyKeys).set({ answer }).where(named(orgId, name));
}

/** Says that nobody is at it any more. */
export async function endLease(db: Database, orgId: string, name: KeyName): Promise<void> {
  await db.update(idempotencyKeys).set({ aliveUntil: sql`now()` }).where(named(orgId, name));
}

/** Lets go of the key of a call that was not done. */
export async function dropKey(db: Database, orgId: string, name: KeyName): Promise<void> {
  await db.delete(idempotencyKeys).where(and(named(orgId, name), isNull(idempotencyKeys.answer)));
}

const PRUNE_BATCH = 1000;

/** Deletes some keys that were used before a time, of all organizations; answers how many. */
export async function pruneIdempotencyKeys(db: Database, before: Date): Promise<number> {
  const { orgId, actorId, keyHash, createdAt } = idempotencyKeys;
  const old = db
    .select({ keyHash })
    .from(idempotencyKeys)
    .where(lt(createdAt, before))
    .limit(PRUNE_BATCH)
    .for("update", { skipLocked: true });
  const rows = await db
    .delete(idempotencyKeys)
    .where(and(lt(createdAt, before), inArray(keyHash, old)))
    .returning({ orgId, actorId });
  return rows.length;
}
