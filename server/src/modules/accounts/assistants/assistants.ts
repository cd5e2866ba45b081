import { type Clock, QuarryError } from "@quarry/core";
import type { Caller } from "../../../platform/access/caller.ts";
import { createNoteUse, type UsedRow } from "../../../platform/access/note-use.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { AuditLog } from "../../../records/audit/audit-log.ts";
import { hashKey } from "../../../records/keys/key-format.ts";
import { MCP_PATH } from "../page-paths.ts";
import { findMembership } from "../people/membership-rows.ts";
import { createCallerCache, type SignedIn, toPersonCaller } from "../people/session-callers.ts";
import { ACCESS_TOKEN_PREFIX } from "./access-token.ts";
import {
  deleteConsent,
  findAccessToken,
  findClient,
  listAssistants,
  setLastUse,
  setRedirectUris,
} from "./assistant-rows.ts";
import { isDocumentUrl } from "./client-document.ts";
import type { Registration } from "./native-registration.ts";
import { type Consent, toConsent } from "./to-consent.ts";

/** The OAuth clients that act for people. */
export interface Assistants {
  /** Registers an OAuth client. */
  register(registration: Registration): Promise<Response>;
  /** The caller behind an access token, with the permissions of its scopes; undefined for an invalid token. */
  tokenCaller(token: string): Promise<Caller | undefined>;
  /** True when a client registered for refresh tokens. */
  wantsRefreshTokens(clientId: string): Promise<boolean>;
  /** The assistants that have access for the person, in all organizations, the first one allowed at the top. */
  listConsents(person: SignedIn): Promise<Consent[]>;
  /** Revokes the access of an assistant. @throws QuarryError `not_found` for a consent that is not the person's. */
  revokeConsent(person: SignedIn, consentId: string): Promise<void>;
}

/**
 * Creates the part of the account service for assistants.
 * @param deps.handle Passes a request to better-auth.
 * @param deps.origins The origins that offer the MCP server.
 */
export function createAssistants(deps: {
  db: Database;
  clock: Clock;
  audit: AuditLog;
  handle: (request: Request) => Promise<Response>;
  origins: () => readonly string[];
}): Assistants {
  const { db, clock, audit, handle, origins } = deps;
  const noteUse = createNoteUse(clock, ({ id }: UsedRow, at) => setLastUse(db, id, at));

  const tokens = createCallerCache(clock, async (hash) => {
    const token = await findAccessToken(db, hash, new Date(clock.now()));
    const isForThisService = origins().some((origin) => token?.resources?.includes(origin + MCP_PATH));
    if (!token || token.orgId === null || !isForThisService) return undefined;
    const membership = await findMembership(db, token.userId, token.orgId);
    if (!membership) return undefined;
    noteUse(token.consent);
    return toPersonCaller(membership, token, (permission) => token.scopes.includes(permission));
  });

  return {
    async register({ request, redirectUris }) {
      const response = await handle(request);
      if (!redirectUris || !response.ok) return response;
      const client: unknown = await response.clone().json();
      if (typeof client !== "object" || client === null || !("client_id" in client)) return response;
      await setRedirectUris(db, String(client.client_id), redirectUris);
      const { status } = response;
      return Response.json(
        { ...client, redirect_uris: redirectUris },
        { status, headers: { "cache-control": "no-store" } },
      );
    },
    async tokenCaller(token) {
      if (!token.startsWith(ACCESS_TOKEN_PREFIX) || token.length > 512) return undefined;
      const caller = await tokens.get(hashKey(token.slice(ACCESS_TOKEN_PREFIX.length)));
      return caller && (caller.expiresAt?.getTime() ?? 0) > clock.now() ? caller : undefined;
    },
    async wantsRefreshTokens(clientId) {
      const client = await findClient(db, clientId);
      // The document of a new client is fetched later. Most ask for refresh tokens, and the person can untick them.
      if (!client) return isDocumentUrl(clientId);
      return client.grantTypes?.includes("refresh_token") ?? false;
    },
    async listConsents({ user }) {
      return (await listAssistants(db, user.id)).map(toConsent);
    },
    async revokeConsent({ user }, consentId) {
      await db.transaction(async (tx) => {
        const consent = await deleteConsent(tx, user.id, consentId);
        if (!consent)
          throw new QuarryError("not_found", "There is no such assistant among those with access.");
        const { orgId, clientId: targetId } = consent;
        const actor = { kind: "person", id: user.id, name: user.email } as const;
        if (orgId !== null)
          await audit.record(tx, { orgId, actor }, { action: "assistant.revoked", targetId });
      });
      tokens.clear();
    },
  };
}
