import { randomBytes } from "node:crypto";
import { ACCESS_TOKEN_PREFIX } from "../../server/src/modules/accounts/assistants/access-token.ts";
import { ASSISTANT_SCOPE_NAMES } from "../../server/src/modules/accounts/assistants/scopes.ts";
import {
  oauthAccessTokens,
  oauthClients,
  oauthConsents,
} from "../../server/src/platform/database/tables/account-tables.ts";
import { hashKey } from "../../server/src/records/keys/key-format.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import type { Credentials } from "./answer.ts";
import { MCP_PATH } from "./tool-requests.ts";

const HOUR_MS = 3_600_000;

/** Credentials of an assistant that a person has approved, made by writing the rows of their consent. */
export async function assistantOf(
  { deps }: Pick<InProcessApp, "deps">,
  userId: string,
  orgId: string,
  { livesMs = HOUR_MS } = {},
): Promise<Credentials> {
  const { db } = deps;
  const createdAt = new Date();
  const secret = randomBytes(32).toString("base64url");
  const clientId = crypto.randomUUID();
  const resources = [deps.services.accounts.addresses().publicUrl + MCP_PATH];
  const consent = {
    clientId,
    userId,
    referenceId: orgId,
    resources,
    scopes: ASSISTANT_SCOPE_NAMES,
    createdAt,
  };
  await db.insert(oauthClients).values({ id: crypto.randomUUID(), clientId, redirectUris: [], createdAt });
  await db.insert(oauthConsents).values({ id: crypto.randomUUID(), ...consent, updatedAt: createdAt });
  await db.insert(oauthAccessTokens).values({
    id: crypto.randomUUID(),
    ...consent,
    token: hashKey(secret),
    expiresAt: new Date(Date.now() + livesMs),
  });
  return { Authorization: `Bearer ${ACCESS_TOKEN_PREFIX}${secret}` };
}
