import { eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../database/database.ts";

/*
 * A row of work carries its lease in two columns: `run_at`, when it is due, and `lease_token`, who holds it. Claiming a
 * row sets the token and moves `run_at` to the end of the lease, so a row whose holder died becomes due again by itself.
 *
 * The statements that claim rows differ and stay with their tables: jobs take turns between organizations and come in
 * batches, deliveries are limited for each webhook, and the outbox (which has no token, because its work may be done
 * twice) is a plain queue. All of them select with FOR UPDATE SKIP LOCKED and update in the same statement. They share
 * the parts below.
 */

/** A lease that a process is about to take. */
export interface Lease {
  /** Unique to one claim; only its holder can renew or release the rows. */
  readonly token: string;
  readonly now: Date;
  readonly until: Date;
}

/** A table whose rows are leased. */
export type LeasedTable = PgTable & { readonly runAt: PgColumn; readonly leaseToken: PgColumn };

/** Creates a lease of `leaseMs` that starts at `nowMs`. */
export function createLease(nowMs: number, leaseMs: number): Lease {
  return { token: crypto.randomUUID(), now: new Date(nowMs), until: new Date(nowMs + leaseMs) };
}

/** Condition: the row is due, because its time has come or because its lease has expired. */
export function isDue(at: Date): SQL {
  return sql`run_at <= ${at.toISOString()}::timestamptz`;
}

/** Condition: a process holds the row. */
export function isLeased(at: Date): SQL {
  return sql`lease_token is not null and run_at > ${at.toISOString()}::timestamptz`;
}

/** Assignments of an UPDATE that claims rows. */
export function claimedBy({ token, until }: Lease): SQL {
  return sql`lease_token = ${token}, run_at = ${until.toISOString()}::timestamptz`;
}

/** Condition: the lease with this token still holds the row. */
export function isHeldBy(table: LeasedTable, token: string): SQL {
  return eq(table.leaseToken, token);
}

/** Extends the leases of the rows that `held` selects. */
export async function renewLeases(db: Database, table: LeasedTable, held: SQL, until: Date): Promise<void> {
  await db.execute(sql`update ${table} set run_at = ${until.toISOString()}::timestamptz where ${held}`);
}

/** Releases the rows that `held` selects; they are due again at `runAt`. */
export async function releaseLeases(db: Database, table: LeasedTable, held: SQL, runAt: Date): Promise<void> {
  await db.execute(sql`
    update ${table} set lease_token = null, run_at = ${runAt.toISOString()}::timestamptz where ${held}`);
}

/** Makes every leased row due. Call it only at the start of a process that is alone on the database. */
export function releaseAllLeases(db: Database, table: LeasedTable, now: Date): Promise<void> {
  return releaseLeases(db, table, isNotNull(table.leaseToken), now);
}
