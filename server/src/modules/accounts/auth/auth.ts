import type { Clock } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { isAPIError } from "better-auth/api";
import { organization } from "better-auth/plugins";
import type { Database } from "../../../platform/database/database.ts";
import * as tables from "../../../platform/database/tables/account-tables.ts";
import { organizations } from "../../../platform/database/tables/organization-tables.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import {
  type AccountsConfig,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
} from "../../../platform/settings/accounts.ts";
import type { AuditLog } from "../../../records/audit/audit-log.ts";
import type { Addresses } from "../addresses.ts";
import { assistantAccess } from "../assistants/assistant-access.ts";
import { PAGES } from "../page-paths.ts";
import type { Memberships } from "../people/memberships.ts";
import { auditHook } from "./auth-audit.ts";
import { createAuthMails } from "./auth-mails.ts";
import { requestRules } from "./auth-rules.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts";

/** A message may quote what a caller sent. */
const MAX_LOGGED_CHARS = 300;
const INVITATION_SECONDS = 7 * 86_400;
const MAX_ORGANIZATIONS_PER_PERSON = 20;

/** Endpoints of better-auth and its OAuth provider that this service does not offer. */
const DISABLED_PATHS = [
  "/sign-in/social",
  "/link-social",
  "/unlink-account",
  "/refresh-token",
  "/get-access-token",
  "/account-info",
  "/verify-password",
  "/update-session",
  "/change-email",
  "/delete-user",
  "/delete-user/callback",
  "/organization/delete",
  "/oauth2/create-client",
  "/oauth2/get-client",
  "/oauth2/get-clients",
  "/oauth2/update-client",
  "/oauth2/delete-client",
  "/oauth2/client/rotate-secret",
  "/oauth2/public-client-prelogin",
  "/oauth2/update-consent",
  // This service's own route names the client, the permissions and the last use.
  "/oauth2/get-consents",
  // This service's own route deletes the tokens of a consent too.
  "/oauth2/delete-consent",
  "/oauth2/userinfo",
  "/oauth2/introspect",
  "/oauth2/end-session",
  "/oauth2/end-session/confirm",
];

/** What authentication needs. */
export interface AuthDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly audit: AuditLog;
  readonly memberships: Memberships;
  readonly config: AccountsConfig;
  readonly secret: string;
  /** True when several processes may serve the same people, who then share the rate limits. */
  readonly isShared: boolean;
}

/** Configures better-auth for the addresses of the service. */
export function createAuth(deps: AuthDeps, addresses: Addresses) {
  const { db, newId, log, memberships, config } = deps;
  const mails = createAuthMails(deps.mailer, addresses.publicUrl);
  return betterAuth({
    appName: "Quarry",
    baseURL: addresses.publicUrl,
    basePath: "/api/auth",
    secret: deps.secret,
    telemetry: { enabled: false },
    disabledPaths: DISABLED_PATHS,
    onAPIError: {
      errorURL: addresses.publicUrl + PAGES.problem,
      // Unexpected errors go to the service's error mapper: better-auth would log the request.
      onError(error) {
        if (!isAPIError(error)) throw error;
        if (error.status === "INTERNAL_SERVER_ERROR")
          log.error("Authentication failed unexpectedly", new Error(error.message));
      },
    },
    trustedOrigins: [...addresses.origins],
    logger: {
      level: "warn",
      log: (level, message) => {
        // Not logged: the other arguments, which may contain request data.
        if (level === "error")
          log.error("Authentication failed unexpectedly", new Error(message.slice(0, MAX_LOGGED_CHARS)));
      },
    },
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: {
        user: tables.users,
        session: tables.sessions,
        account: tables.accounts,
        verification: tables.verifications,
        organization: organizations,
        member: tables.members,
        invitation: tables.invitations,
        rateLimit: tables.authAttempts,
        oauthClient: tables.oauthClients,
        oauthResource: tables.oauthResources,
        oauthClientResource: tables.oauthClientResources,
        oauthRefreshToken: tables.oauthRefreshTokens,
        oauthAccessToken: tables.oauthAccessTokens,
        oauthConsent: tables.oauthConsents,
        oauthClientAssertion: tables.oauthClientAssertions,
      },
    }),
    advanced: {
      cookiePrefix: "quarry",
      useSecureCookies: addresses.publicUrl.startsWith("https:"),
      // Explicit, because NODE_ENV=test would disable these checks.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: {
        generateId: ({ model }) => {
          if (model === "user") return newId("user");
          return model === "organization" ? newId("organization") : crypto.randomUUID();
        },
      },
    },
    rateLimit: {
      enabled: true,
      storage: deps.isShared ? "database" : "memory",
      window: 60,
      max: 300,
      customRules: {
        "/sign-in/*": { window: 60, max: 20 },
        "/sign-up/*": { window: 60, max: 20 },
        "/request-password-reset": { window: 60, max: 5 },
        "/send-verification-email": { window: 60, max: 5 },
        // Each call sends a mail to a person who did not ask for it.
        "/organization/invite-member": { window: 60, max: 30 },
        "/get-session": false,
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN_CHARS,
      maxPasswordLength: PASSWORD_MAX_CHARS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: mails.resetPassword,
    },
    emailVerification: { sendOnSignUp: true, sendVerificationEmail: mails.verifyAddress },
    databaseHooks: {
      user: { create: { before: (user) => memberships.requireMaySignUp(user.email) } },
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, activeOrganizationId: await memberships.organizationFor(session.userId) },
          }),
        },
      },
    },
    hooks: { before: requestRules(deps), after: auditHook(deps) },
    plugins: [
      organization({
        organizationLimit: MAX_ORGANIZATIONS_PER_PERSON,
        membershipLimit: 10_000,
        invitationExpiresIn: INVITATION_SECONDS,
        cancelPendingInvitationsOnReInvite: true,
        // The id of an invitation is secret enough: only people who may invite can see it (auth-rules.ts).
        requireEmailVerificationOnInvitation: false,
        sendInvitationEmail: mails.invite,
        // Deleting the organization's rows would leave its documents in the indexes.
        disableOrganizationDeletion: true,
        schema: {
          organization: {
            additionalFields: { tier: { type: "string", input: false, defaultValue: config.defaultTier } },
          },
        },
      }),
      assistantAccess(addresses, deps),
    ],
  });
}

/** The configured better-auth. */
export type Auth = ReturnType<typeof createAuth>;
