import { type OAuthOptions, oauthProvider, type Scope } from "@better-auth/oauth-provider";
import type { Clock } from "@quarry/core";
import type { BetterAuthPlugin } from "better-auth";
import type { Database } from "../../../platform/database/database.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { AccountsConfig } from "../../../platform/settings/accounts.ts";
import { hashKey } from "../../../records/keys/key-format.ts";
import type { Addresses } from "../addresses.ts";
import { MCP_PATH, PAGES } from "../page-paths.ts";
import type { Memberships } from "../people/memberships.ts";
import { ACCESS_TOKEN_PREFIX } from "./access-token.ts";
import { clientDiscovery } from "./client-discovery.ts";
import { ASSISTANT_SCOPE_NAMES, OFFLINE_SCOPE } from "./scopes.ts";

const ACCESS_TOKEN_SECONDS = 3600;
/** How long a client may repeat a refresh whose response it did not get. */
const REFRESH_REPEAT_SECONDS = 30;

/** Configures the OAuth 2.1 authorization server through which people give assistants access. */
export function assistantAccess(
  { origins }: Addresses,
  deps: {
    readonly db: Database;
    readonly clock: Clock;
    readonly log: Log;
    readonly memberships: Memberships;
    readonly config: Pick<AccountsConfig, "clientMetadata">;
  },
): BetterAuthPlugin {
  const { memberships, config } = deps;
  const provider: { readonly options: OAuthOptions<Scope[]> } = oauthProvider({
    loginPage: PAGES.signIn,
    consentPage: PAGES.consent,
    scopes: [...ASSISTANT_SCOPE_NAMES, OFFLINE_SCOPE],
    grantTypes: ["authorization_code", "refresh_token"],
    resources: origins.map((origin) => origin + MCP_PATH),
    enforcePerClientResources: false,
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    // Tokens are rows, not signed claims, so that revoking one takes effect immediately.
    disableJwtPlugin: true,
    storeTokens: { hash: async (token) => hashKey(token) },
    prefix: { opaqueAccessToken: ACCESS_TOKEN_PREFIX },
    accessTokenExpiresIn: ACCESS_TOKEN_SECONDS,
    refreshTokenReuseInterval: REFRESH_REPEAT_SECONDS,
    // People revoke consents. Clients and resources cannot be managed over HTTP.
    clientPrivileges: () => false,
    resourcePrivileges: () => false,
    ...(config.clientMetadata === "off"
      ? {}
      : {
          extensions: [
            {
              clientDiscovery: clientDiscovery({
                ...deps,
                allowPrivate: config.clientMetadata === "private",
                options: () => provider.options,
              }),
            },
          ],
        }),
    postLogin: {
      page: PAGES.consent,
      shouldRedirect: () => false,
      consentReferenceId: ({ session }) => memberships.activeOrganization(session),
    },
    rateLimit: {
      register: { window: 60, max: 30 },
      token: { window: 60, max: 120 },
      authorize: { window: 60, max: 60 },
    },
  });
  // Cast, because `exactOptionalPropertyTypes` distinguishes undefined from absent properties.
  return provider as unknown as BetterAuthPlugin;
}
