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
import type { Tenancy } from "../people/memberships.ts";
import { auditing } from "./auth-audit.ts";
import { createAuthMails } from "./auth-mails.ts";
import { restricting } from "./auth-rules.ts";

/** Our own header: what a proxy or a client says in others is not believed unless the operator says so. */
export const CLIENT_ADDRESS_HEADER = "x-quarry-client-address";

const INVITATION_SECONDS = 7 * 86_400;
const ORGANIZATIONS_OF_A_PERSON = 20;

/** What better-auth and its OAuth provider would offer besides: other ways to sign in, and clients that people manage. */
const NOT_OFFERED = [
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
  // Consents are taken back by this service's own route, with their tokens.
  "/oauth2/delete-consent",
  "/oauth2/userinfo",
  "/oauth2/introspect",
  "/oauth2/end-session",
  "/oauth2/end-session/confirm",
];

/** What authentication works with. */
export interface AuthDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly audit: AuditLog;
  readonly tenancy: Tenancy;
  readonly config: AccountsConfig;
  readonly secret: string;
  /** Whether other processes may serve the same people. */
  readonly isShared: boolean;
}

/** Creates better-auth for the addresses at which the service is found. */
export function createAuth(deps: AuthDeps, addresses: Addresses) {
  const { db, newId, log, tenancy, config } = deps;
  const mails = createAuthMails(deps.mailer, addresses.publicUrl);
  return betterAuth({
    appName: "Quarry",
    baseURL: addresses.publicUrl,
    basePath: "/api/auth",
    secret: deps.secret,
    telemetry: { enabled: false },
    disabledPaths: NOT_OFFERED,
    onAPIError: {
      errorURL: addresses.publicUrl + PAGES.problem,
      // What is not a refusal is the service's to answer and to log: better-auth would print what people sent.
      onError(error) {
        if (!isAPIError(error)) throw error;
        if (error.status === "INTERNAL_SERVER_ERROR") log.error("authentication", new Error(error.message));
      },
    },
    trustedOrigins: [...addresses.origins],
    logger: {
      level: "warn",
      log: (level, message) => {
        // Its arguments may hold what people sent.
        if (level === "error") log.error("authentication", new Error(message));
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
      // Said, since NODE_ENV=test would turn them off.
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
        // Each is a mail to somebody who did not ask for it.
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
      user: { create: { before: (user) => tenancy.requireMaySignUp(user.email) } },
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, activeOrganizationId: await tenancy.organizationFor(session.userId) },
          }),
        },
      },
    },
    hooks: { before: restricting(deps), after: auditing(deps) },
    plugins: [
      organization({
        organizationLimit: ORGANIZATIONS_OF_A_PERSON,
        membershipLimit: 10_000,
        invitationExpiresIn: INVITATION_SECONDS,
        cancelPendingInvitationsOnReInvite: true,
        // Whoever sees an invitation's id may invite as much: see auth-rules.ts.
        requireEmailVerificationOnInvitation: false,
        sendInvitationEmail: mails.invite,
        // An organization's documents go by purging its spaces, which also empties the indexes.
        disableOrganizationDeletion: true,
        schema: {
          organization: {
            additionalFields: { tier: { type: "string", input: false, defaultValue: config.defaultTier } },
          },
        },
      }),
      assistantAccess(addresses, tenancy),
    ],
  });
}

/** better-auth, set up. */
export type Auth = ReturnType<typeof createAuth>;
