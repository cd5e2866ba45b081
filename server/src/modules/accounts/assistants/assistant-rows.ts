import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import {
  members,
  oauthAccessTokens,
  oauthClients,
  oauthConsents,
  oauthRefreshTokens,
  users,
} from "../../../platform/database/tables/account-tables.ts";
import { organizations } from "../../../platform/database/tables/organization-tables.ts";

/** An assistant that has access for a person. */
export type AssistantRow = Awaited<ReturnType<typeof listAssistants>>[number];

/** Lists the assistants that have access for a person. */
export async function listAssistants(db: Database, userId: string) {
  return db
    .select({
      id: oauthConsents.id,
      clientId: oauthConsents.clientId,
      clientName: oauthClients.name,
      orgId: oauthConsents.referenceId,
      organization: organizations.name,
      /** Null when the person has left the organization. */
      roles: members.role,
      scopes: oauthConsents.scopes,
      createdAt: oauthConsents.createdAt,
      lastUsedAt: oauthConsents.lastUsedAt,
    })
    .from(oauthConsents)
    .innerJoin(oauthClients, eq(oauthClients.clientId, oauthConsents.clientId))
    .leftJoin(organizations, eq(organizations.id, oauthConsents.referenceId))
    .leftJoin(
      members,
      and(eq(members.organizationId, oauthConsents.referenceId), eq(members.userId, oauthConsents.userId)),
    )
    .where(eq(oauthConsents.userId, userId))
    .orderBy(asc(oauthConsents.createdAt), asc(oauthConsents.id));
}

/** Stores when an assistant last called. */
export async function setLastUse(db: Database, consentId: string, lastUsedAt: Date): Promise<void> {
  await db.update(oauthConsents).set({ lastUsedAt }).where(eq(oauthConsents.id, consentId));
}

/** Revokes the access of all assistants of a person to an organization that the person has left. */
export async function deleteConsentsIn(db: Database, orgId: string, userId: string): Promise<void> {
  for (const table of [oauthAccessTokens, oauthRefreshTokens, oauthConsents])
    await db.delete(table).where(and(eq(table.userId, userId), eq(table.referenceId, orgId)));
}

/**
 * Deletes a person's consent with all its tokens, in a transaction. A later consent must not make the tokens valid again.
 * Returns its organization and client; undefined when the person has no such consent.
 */
export async function deleteConsent(tx: Database, userId: string, id: string) {
  const [consent] = await tx
    .delete(oauthConsents)
    .where(and(eq(oauthConsents.userId, userId), eq(oauthConsents.id, id)))
    .returning();
  if (!consent) return undefined;
  for (const tokens of [oauthAccessTokens, oauthRefreshTokens])
    await tx
      .delete(tokens)
      .where(
        and(
          eq(tokens.userId, userId),
          eq(tokens.clientId, consent.clientId),
          sql`${tokens.referenceId} is not distinct from ${consent.referenceId}`,
        ),
      );
  return { orgId: consent.referenceId, clientId: consent.clientId };
}

/**
 * Reads a valid access token whose consent still exists. Does not find tokens that are bound to a key of the client,
 * because proof of possession is not implemented.
 */
export async function findAccessToken(db: Database, hash: string, now: Date) {
  const [row] = await db
    .select({
      consent: { id: oauthConsents.id, lastUsedAt: oauthConsents.lastUsedAt },
      userId: users.id,
      email: users.email,
      clientName: oauthClients.name,
      orgId: oauthAccessTokens.referenceId,
      resources: oauthAccessTokens.resources,
      scopes: oauthAccessTokens.scopes,
      expiresAt: oauthAccessTokens.expiresAt,
    })
    .from(oauthAccessTokens)
    .innerJoin(users, eq(users.id, oauthAccessTokens.userId))
    .innerJoin(
      oauthClients,
      and(eq(oauthClients.clientId, oauthAccessTokens.clientId), sql`${oauthClients.disabled} is not true`),
    )
    .innerJoin(
      oauthConsents,
      and(
        eq(oauthConsents.clientId, oauthAccessTokens.clientId),
        eq(oauthConsents.userId, oauthAccessTokens.userId),
        sql`${oauthConsents.referenceId} is not distinct from ${oauthAccessTokens.referenceId}`,
      ),
    )
    .where(
      and(
        eq(oauthAccessTokens.token, hash),
        isNull(oauthAccessTokens.revoked),
        isNull(oauthAccessTokens.confirmation),
        gt(oauthAccessTokens.expiresAt, now),
      ),
    )
    .limit(1);
  return row;
}

/** Reads an OAuth client. */
export async function findClient(db: Database, clientId: string) {
  const [row] = await db
    .select({
      name: oauthClients.name,
      grantTypes: oauthClients.grantTypes,
      discoveredBy: oauthClients.clientDiscoveryId,
    })
    .from(oauthClients)
    .where(eq(oauthClients.clientId, clientId));
  return row;
}

/** Sets the redirect URIs of an OAuth client. */
export async function setRedirectUris(
  db: Database,
  clientId: string,
  redirectUris: readonly string[],
): Promise<void> {
  await db
    .update(oauthClients)
    .set({ redirectUris: [...redirectUris] })
    .where(eq(oauthClients.clientId, clientId));
}
