import { createHash, randomBytes } from "node:crypto";
import { string } from "../contract/reading.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import { type Answer, type Browser, fieldOf, ORIGIN, openBrowser } from "./browser-session.ts";

export const CALLBACK = "http://127.0.0.1:7777/callback";

/** A program that registered itself, as assistants do. */
export interface OauthClient {
  readonly clientId: string;
  readonly verifier: string;
  /** The path of an authorization, with what differs from a right one; undefined leaves a parameter out. */
  authorizePath(changed?: Readonly<Record<string, string | undefined>>): string;
  /** Has the person of a browser let it in; answers what the token endpoint said. */
  letIn(browser: Browser, changed?: Readonly<Record<string, string | undefined>>): Promise<Answer>;
  /** The code that a person's consent leads to. */
  codeFrom(browser: Browser, changed?: Readonly<Record<string, string | undefined>>): Promise<string>;
  /** Exchanges a code. */
  exchange(code: string, changed?: Readonly<Record<string, string | undefined>>): Promise<Answer>;
  refresh(refreshToken: string): Promise<Answer>;
  revoke(token: string): Promise<Answer>;
}

/** Registers a program. */
export async function registerClient(
  app: InProcessApp,
  metadata: Readonly<Record<string, unknown>> = {},
): Promise<OauthClient> {
  const registered = await register(app, metadata);
  if (registered.status >= 300) throw new Error(`registration: ${registered.text}`);
  const clientId = string(registered.json.client_id);
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const client: OauthClient = {
    clientId,
    verifier,
    authorizePath: (changed = {}) =>
      `/api/auth/oauth2/authorize?${form({
        ...{ response_type: "code", client_id: clientId, redirect_uri: CALLBACK, state: "abc" },
        ...{
          code_challenge: challenge,
          code_challenge_method: "S256",
          scope: "spaces:read queries:read offline_access",
        },
        ...changed,
      })}`,
    async codeFrom(browser, changed) {
      const asked = await browser.get(client.authorizePath(changed));
      const answered = asked.location?.startsWith("/app/consent")
        ? await consent(browser, asked.location, "true")
        : asked;
      return string(new URL(string(answered.location), ORIGIN).searchParams.get("code"));
    },
    exchange: (code, changed = {}) =>
      openBrowser(app).submit(
        "/api/auth/oauth2/token",
        Object.fromEntries(
          form({
            ...{ grant_type: "authorization_code", code, client_id: clientId, redirect_uri: CALLBACK },
            ...{ code_verifier: verifier, ...changed },
          }),
        ),
        { origin: null },
      ),
    letIn: async (browser, changed) => client.exchange(await client.codeFrom(browser, changed)),
    refresh: (token) =>
      openBrowser(app).submit(
        "/api/auth/oauth2/token",
        { grant_type: "refresh_token", refresh_token: token, client_id: clientId },
        { origin: null },
      ),
    revoke: (token) =>
      openBrowser(app).submit("/api/auth/oauth2/revoke", { token, client_id: clientId }, { origin: null }),
  };
  return client;
}

/** Sends a registration. */
export function register(app: InProcessApp, metadata: Readonly<Record<string, unknown>>): Promise<Answer> {
  const body = {
    ...{ client_name: "Assistant", redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" },
    ...{ grant_types: ["authorization_code", "refresh_token"], response_types: ["code"], ...metadata },
  };
  return openBrowser(app).post("/api/auth/oauth2/register", body, { origin: null });
}

/** Answers the consent page at this address. */
export async function consent(browser: Browser, location: string, accept: "true" | "false"): Promise<Answer> {
  const { pathname, search } = new URL(location, ORIGIN);
  const page = await browser.get(pathname + search);
  const [oauth_query, organizationId] = [fieldOf(page, "oauth_query"), fieldOf(page, "organizationId")];
  return browser.submit("/app/consent", { oauth_query, organizationId, accept });
}

function form(values: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const given = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(given);
}
