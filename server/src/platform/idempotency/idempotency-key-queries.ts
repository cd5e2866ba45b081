import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { idempotencyKeys } from "../database/tables/organization-tables.ts";

/** Identifies an idempotency key within an organization. */
export interface KeyName {
  readonly actorId: string;
  readonly keyHash: string;
}

/** A key that was used before. */
export interface UsedKey {
  readonly fingerprint: string;
  /** The sealed answer; null until the call has ended. */
  readonly answer: Uint8Array | null;
  /** True while a process holds the key's lease. */
  readonly isLeased: boolean;
}

// The database's clock, because all processes share it.
const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

const isKey = (orgId: string, { actorId, keyHash }: KeyName) =>
  and(
    eq(idempotencyKeys.orgId, orgId),
    eq(idempotencyKeys.actorId, actorId),
    eq(idempotencyKeys.keyHash, keyHash),
  );

/** Inserts a key with a lease. Returns false when the key was used before. */
export async function claimKey(
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

/** Reads a key; undefined when it is not in use. */
export async function readKey(db: Database, orgId: string, name: KeyName): Promise<UsedKey | undefined> {
  const { fingerprint, answer, aliveUntil } = idempotencyKeys;
  const [row] = await db
    .select({ fingerprint, answer, isLeased: sql<boolean>`${aliveUntil} > now()` })
    .from(idempotencyKeys)
    .where(isKey(orgId, name));
  return row;
}

/** Extends a key's lease. */
export async function renewKey(
  db: Database,
  orgId: string,
  name: KeyName,
  leaseSeconds: number,
): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ aliveUntil: inSeconds(leaseSeconds) })
    .where(isKey(orgId, name));
}

/** Stores the answer to a key's call. */
export async function storeAnswer(
  db: Database,
  orgId: string,
  name: KeyName,
  answer: Uint8Array,
): Promise<void> {
  await db.update(idempotencyKeys).set({ answer }).where(isKey(orgId, name));
}

/** Ends a key's lease and keeps the key. */
export async function endLease(db: Database, orgId: string, name: KeyName): Promise<void> {
  await db.update(idempotencyKeys).set({ aliveUntil: sql`now()` }).where(isKey(orgId, name));
}

/** Deletes the key of a call that had no effect. */
export async function deleteKey(db: Database, orgId: string, name: KeyName): Promise<void> {
  await db.delete(idempotencyKeys).where(and(isKey(orgId, name), isNull(idempotencyKeys.answer)));
}

const PRUNE_BATCH = 1000;

/** Deletes a batch of keys of all organizations that were created before a time. Returns the number of deleted rows. */
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
