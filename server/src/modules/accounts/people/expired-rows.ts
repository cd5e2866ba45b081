import { and, eq, lt, notExists } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import {
  authAttempts,
  oauthAccessTokens,
  oauthClientAssertions,
  oauthClients,
  oauthConsents,
  oauthRefreshTokens,
  sessions,
  verifications,
} from "../../../platform/database/tables/account-tables.ts";

const HOUR_MS = 3_600_000;

/** Deletes expired sessions, tokens, one-time values and counts of sign-in attempts. */
export async function deleteExpiredRows(db: Database, now: Date): Promise<void> {
  for (const table of [sessions, verifications, oauthAccessTokens, oauthRefreshTokens, oauthClientAssertions])
    await db.delete(table).where(lt(table.expiresAt, now));
  // The windows in which attempts are counted are shorter than an hour.
  await db.delete(authAttempts).where(lt(authAttempts.lastRequest, now.getTime() - HOUR_MS));
}

/** Deletes OAuth clients that registered before a time and have no consent. */
export async function deleteUnusedClients(db: Database, before: Date): Promise<void> {
  const consents = db
    .select({ id: oauthConsents.id })
    .from(oauthConsents)
    .where(eq(oauthConsents.clientId, oauthClients.clientId));
  await db.delete(oauthClients).where(and(lt(oauthClients.createdAt, before), notExists(consents)));
}
