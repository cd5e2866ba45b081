import { createHash, randomBytes } from "node:crypto";
import { string } from "../contract/reading.ts";
import type { InProcessApp } from "../support/in-process-app.ts";
import { type Answer, type Browser, fieldOf, ORIGIN, openBrowser } from "./browser-session.ts";

export const CALLBACK = "http://127.0.0.1:7777/callback";

/** An OAuth client that registered itself, like an assistant. */
export interface OauthClient {
  readonly clientId: string;
  readonly verifier: string;
  /** Path of an authorization request. `changed` overrides parameters; undefined omits one. */
  authorizePath(changed?: Readonly<Record<string, string | undefined>>): string;
  /** Gets consent from the browser's user, and exchanges the code. Returns the response of the token endpoint. */
  authorize(browser: Browser, changed?: Readonly<Record<string, string | undefined>>): Promise<Answer>;
  /** Gets consent from the browser's user, and returns the authorization code. */
  codeFrom(browser: Browser, changed?: Readonly<Record<string, string | undefined>>): Promise<string>;
  /** Exchanges a code for tokens. */
  exchange(code: string, changed?: Readonly<Record<string, string | undefined>>): Promise<Answer>;
  refresh(refreshToken: string): Promise<Answer>;
  revoke(token: string): Promise<Answer>;
}

/** Registers a client. */
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
      const response = await browser.get(client.authorizePath(changed));
      const redirect = response.location?.startsWith("/app/consent")
        ? await consent(browser, response.location, "true")
        : response;
      return string(new URL(string(redirect.location), ORIGIN).searchParams.get("code"));
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
    authorize: async (browser, changed) => client.exchange(await client.codeFrom(browser, changed)),
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

/** Sends a registration request. */
export function register(app: InProcessApp, metadata: Readonly<Record<string, unknown>>): Promise<Answer> {
  const body = {
    ...{ client_name: "Assistant", redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" },
    ...{ grant_types: ["authorization_code", "refresh_token"], response_types: ["code"], ...metadata },
  };
  return openBrowser(app).post("/api/auth/oauth2/register", body, { origin: null });
}

/** Opens the consent page and submits the answer. */
export async function consent(browser: Browser, location: string, accept: "true" | "false"): Promise<Answer> {
  const { pathname, search } = new URL(location, ORIGIN);
  const page = await browser.get(pathname + search);
  const [oauth_query, organizationId] = [fieldOf(page, "oauth_query"), fieldOf(page, "organizationId")];
  const ticked = [...page.text.matchAll(/name="(scope [^"]+)" value="on" checked/g)].map(([, name = ""]) => [
    name,
    "on",
  ]);
  return browser.submit("/app/consent", {
    oauth_query,
    organizationId,
    accept,
    ...Object.fromEntries(ticked),
  });
}

function form(values: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const given = Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams(given);
}
