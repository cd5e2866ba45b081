import { oauthProvider } from "@better-auth/oauth-provider";
import type { BetterAuthPlugin } from "better-auth";
import { hashKey } from "../../../records/keys/key-format.ts";
import type { Addresses } from "../addresses.ts";
import { MCP_PATH, PAGES } from "../page-paths.ts";
import type { Tenancy } from "../people/memberships.ts";
import { ASSISTANT_SCOPE_NAMES, OFFLINE_SCOPE } from "./scopes.ts";

/** Tells an assistant's token from an API key. */
export const ACCESS_TOKEN_PREFIX = "qat_";

const ACCESS_TOKEN_SECONDS = 3600;
/** A client that did not hear the answer to a refresh may repeat it for so long. */
const REFRESH_REPEAT_SECONDS = 30;

/** The authorization server (OAuth 2.1) by which people let assistants in. */
export function assistantAccess({ origins }: Addresses, tenancy: Tenancy): BetterAuthPlugin {
  const provider = oauthProvider({
    loginPage: PAGES.signIn,
    consentPage: PAGES.consent,
    scopes: [...ASSISTANT_SCOPE_NAMES, OFFLINE_SCOPE],
    grantTypes: ["authorization_code", "refresh_token"],
    resources: origins.map((origin) => origin + MCP_PATH),
    enforcePerClientResources: false,
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    // Tokens are rows, not signed claims: one that is revoked is refused from then on.
    disableJwtPlugin: true,
    storeTokens: { hash: async (token) => hashKey(token) },
    prefix: { opaqueAccessToken: ACCESS_TOKEN_PREFIX },
    accessTokenExpiresIn: ACCESS_TOKEN_SECONDS,
    refreshTokenReuseInterval: REFRESH_REPEAT_SECONDS,
    // People take back what they allowed; nobody manages clients or resources over HTTP.
    clientPrivileges: () => false,
    resourcePrivileges: () => false,
    postLogin: {
      page: PAGES.consent,
      shouldRedirect: () => false,
      consentReferenceId: ({ session }) => tenancy.activeOrganization(session),
    },
    rateLimit: {
      register: { window: 60, max: 30 },
      token: { window: 60, max: 120 },
      authorize: { window: 60, max: 60 },
    },
  });
  // Its optional properties may be undefined, which this project's compiler settings tell from absent ones.
  return provider as unknown as BetterAuthPlugin;
}
