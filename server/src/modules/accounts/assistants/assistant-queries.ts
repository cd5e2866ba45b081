import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import {
  members,
  oauthAccessTokens,
  oauthClients,
  oauthConsents,
  oauthRefreshTokens,
} from "../../../platform/database/tables/account-tables.ts";
import { organizations } from "../../../platform/database/tables/organization-tables.ts";

/** An organization that a person is in. */
export interface OrganizationOfPerson {
  readonly orgId: string;
  readonly name: string;
  readonly role: string;
}

/** The organizations that a person is in, the one of longest standing first. */
export async function listOrganizationsOf(db: Database, userId: string): Promise<OrganizationOfPerson[]> {
  return db
    .select({ orgId: organizations.id, name: organizations.name, role: members.role })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt), asc(members.id));
}

/** An assistant that a person has let in. */
export type AssistantRow = Awaited<ReturnType<typeof listAssistants>>[number];

/** The assistants that a person has let in. */
export async function listAssistants(db: Database, userId: string) {
  return db
    .select({
      id: oauthConsents.id,
      clientName: oauthClients.name,
      organization: organizations.name,
      scopes: oauthConsents.scopes,
    })
    .from(oauthConsents)
    .innerJoin(oauthClients, eq(oauthClients.clientId, oauthConsents.clientId))
    .leftJoin(organizations, eq(organizations.id, oauthConsents.referenceId))
    .where(eq(oauthConsents.userId, userId))
    .orderBy(asc(oauthConsents.createdAt), asc(oauthConsents.id));
}

/** Takes back all that a person let assistants do in an organization that they are in no more. */
export async function deleteConsentsIn(db: Database, orgId: string, userId: string): Promise<void> {
  for (const table of [oauthAccessTokens, oauthRefreshTokens, oauthConsents])
    await db.delete(table).where(and(eq(table.userId, userId), eq(table.referenceId, orgId)));
}

/**
 * Takes a person's consent back, in a transaction, with all tokens that were given by it: a later consent must not
 * bring them back. Answers what it was for; undefined when the person gave no such consent.
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
