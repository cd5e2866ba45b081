import { type Clock, QuarryError } from "@quarry/core";
import type { Caller } from "../../../platform/access/caller.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { AuditLog } from "../../../records/audit/audit-log.ts";
import { hashKey } from "../../../records/keys/key-format.ts";
import { MCP_PATH } from "../page-paths.ts";
import * as queries from "../people/queries.ts";
import { createCallerCache, type SignedIn, toPersonCaller } from "../people/session-callers.ts";
import { ACCESS_TOKEN_PREFIX } from "./assistant-access.ts";
import { deleteConsent } from "./assistant-queries.ts";
import type { Registration } from "./native-registration.ts";

/** The assistants that people let in. */
export interface Assistants {
  /** Registers a program that asks to be let in. */
  register(registration: Registration): Promise<Response>;
  /** The person for whom an assistant calls, as far as they allowed it; undefined for a token that is not good here. */
  tokenCaller(token: string): Promise<Caller | undefined>;
  /** Whether a client registered for tokens that get new ones. */
  wantsRefreshTokens(clientId: string): Promise<boolean>;
  /** Takes back what a person let an assistant do. @throws QuarryError `not_found` for a consent that is not theirs. */
  letOut(person: SignedIn, consentId: string): Promise<void>;
}

/** Creates it. `handle` asks better-auth; `origins` are those at which the MCP server is found. */
export function createAssistants(deps: {
  db: Database;
  clock: Clock;
  audit: AuditLog;
  handle: (request: Request) => Promise<Response>;
  origins: () => readonly string[];
}): Assistants {
  const { db, clock, audit, handle, origins } = deps;

  const tokens = createCallerCache(clock, async (hash) => {
    const token = await queries.findAccessToken(db, hash, new Date(clock.now()));
    const isForHere = origins().some((origin) => token?.resources?.includes(origin + MCP_PATH));
    if (!token || token.orgId === null || !isForHere) return undefined;
    const membership = await queries.findMembership(db, token.userId, token.orgId);
    return membership && toPersonCaller(membership, token, (permission) => token.scopes.includes(permission));
  });

  return {
    async register({ request, redirectUris }) {
      const response = await handle(request);
      if (!redirectUris || !response.ok) return response;
      const client: unknown = await response.clone().json();
      if (typeof client !== "object" || client === null || !("client_id" in client)) return response;
      await queries.setRedirectUris(db, String(client.client_id), redirectUris);
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
      const client = await queries.findClient(db, clientId);
      return client?.grantTypes?.includes("refresh_token") ?? false;
    },
    async letOut({ user }, consentId) {
      await db.transaction(async (tx) => {
        const consent = await deleteConsent(tx, user.id, consentId);
        if (!consent) throw new QuarryError("not_found", "You have let in no such assistant.");
        const { orgId, clientId: targetId } = consent;
        const actor = { kind: "person", id: user.id, name: user.email } as const;
        if (orgId !== null)
          await audit.record(tx, { orgId, actor }, { action: "assistant.revoked", targetId });
      });
      tokens.clear();
    },
  };
}
