import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { organizations } from "./organization-tables.ts";

/**
 * The tables of people, their sessions and the access they give to assistants. better-auth and its OAuth provider
 * prescribe the names and columns. An organization is a row of `organizations`.
 */

const cascade = { onDelete: "cascade" } as const;
const reference = (name: string, column: () => PgColumn) => text(name).references(column, cascade);

/** People. */
export const users = pgTable("users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

/** Signed-in browsers. */
export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull().unique(),
    userId: reference("user_id", () => users.id).notNull(),
    activeOrganizationId: text("active_organization_id"),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("sessions_user").on(table.userId), index("sessions_expires").on(table.expiresAt)],
);

/** Sign-in methods: the scrypt hash of a password. */
export const accounts = pgTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: reference("user_id", () => users.id).notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("accounts_user").on(table.userId)],
);

/** One-time values of password resets, verifications and authorizations in progress. */
export const verifications = pgTable(
  "verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("verifications_identifier").on(table.identifier),
    index("verifications_expires").on(table.expiresAt),
  ],
);

/** Members of organizations, with their roles. */
export const members = pgTable(
  "members",
  {
    id: text("id").primaryKey(),
    organizationId: reference("organization_id", () => organizations.id).notNull(),
    userId: reference("user_id", () => users.id).notNull(),
    role: text("role").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("members_organization_user").on(table.organizationId, table.userId),
    index("members_user").on(table.userId),
  ],
);

/** Invitations to join an organization. */
export const invitations = pgTable(
  "invitations",
  {
    id: text("id").primaryKey(),
    organizationId: reference("organization_id", () => organizations.id).notNull(),
    email: text("email").notNull(),
    role: text("role"),
    status: text("status").notNull(),
    inviterId: reference("inviter_id", () => users.id).notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("invitations_organization").on(table.organizationId),
    index("invitations_email").on(table.email),
  ],
);

/** OAuth clients: assistants that registered themselves. */
export const oauthClients = pgTable(
  "oauth_clients",
  {
    id: text("id").primaryKey(),
    clientId: text("client_id").notNull().unique(),
    clientSecret: text("client_secret"),
    clientDiscoveryId: text("client_discovery_id"),
    disabled: boolean("disabled").default(false),
    skipConsent: boolean("skip_consent"),
    enableEndSession: boolean("enable_end_session"),
    subjectType: text("subject_type"),
    scopes: text("scopes").array(),
    clientCredentialsScopes: text("client_credentials_scopes").array().default([]),
    userId: reference("user_id", () => users.id),
    createdAt: instant("created_at"),
    updatedAt: instant("updated_at"),
    name: text("name"),
    uri: text("uri"),
    icon: text("icon"),
    contacts: text("contacts").array(),
    tos: text("tos"),
    policy: text("policy"),
    softwareId: text("software_id"),
    softwareVersion: text("software_version"),
    softwareStatement: text("software_statement"),
    redirectUris: text("redirect_uris").array().notNull(),
    postLogoutRedirectUris: text("post_logout_redirect_uris").array(),
    backchannelLogoutUri: text("backchannel_logout_uri"),
    backchannelLogoutSessionRequired: boolean("backchannel_logout_session_required"),
    tokenEndpointAuthMethod: text("token_endpoint_auth_method"),
    applicationType: text("application_type"),
    jwks: text("jwks"),
    jwksUri: text("jwks_uri"),
    grantTypes: text("grant_types").array(),
    responseTypes: text("response_types").array(),
    requirePKCE: boolean("require_pkce"),
    dpopBoundAccessTokens: boolean("dpop_bound_access_tokens").default(false),
    referenceId: text("reference_id"),
    metadata: jsonb("metadata"),
  },
  (table) => [index("oauth_clients_user").on(table.userId)],
);

/** OAuth resources: the addresses under which this service offers MCP. */
export const oauthResources = pgTable("oauth_resources", {
  id: text("id").primaryKey(),
  identifier: text("identifier").notNull().unique(),
  name: text("name").notNull(),
  accessTokenTtl: integer("access_token_ttl"),
  refreshTokenTtl: integer("refresh_token_ttl"),
  signingAlgorithm: text("signing_algorithm"),
  signingKeyId: text("signing_key_id"),
  allowedScopes: text("allowed_scopes").array(),
  customClaims: jsonb("custom_claims"),
  dpopBoundAccessTokensRequired: boolean("dpop_bound_access_tokens_required").default(false),
  disabled: boolean("disabled").default(false),
  createdAt: instant("created_at"),
  updatedAt: instant("updated_at"),
  policyVersion: integer("policy_version").default(1),
  metadata: jsonb("metadata"),
});

/** The resources that each client may request. */
export const oauthClientResources = pgTable(
  "oauth_client_resources",
  {
    id: text("id").primaryKey(),
    clientId: reference("client_id", () => oauthClients.clientId).notNull(),
    resourceId: reference("resource_id", () => oauthResources.identifier).notNull(),
    metadata: jsonb("metadata"),
    createdAt: instant("created_at"),
  },
  (table) => [
    uniqueIndex("oauth_client_resources_both").on(table.clientId, table.resourceId),
    index("oauth_client_resources_resource").on(table.resourceId),
  ],
);

const tokenFields = () => ({
  id: text("id").primaryKey(),
  /** SHA-256 of the token. */
  token: text("token").notNull().unique(),
  clientId: reference("client_id", () => oauthClients.clientId).notNull(),
  sessionId: text("session_id").references(() => sessions.id, { onDelete: "set null" }),
  /** The organization that it gives access to. */
  referenceId: text("reference_id"),
  authorizationCodeId: text("authorization_code_id"),
  resources: text("resources").array(),
  requestedUserInfoClaims: text("requested_user_info_claims").array(),
  expiresAt: instant("expires_at").notNull(),
  createdAt: instant("created_at").notNull(),
  revoked: instant("revoked"),
  confirmation: jsonb("confirmation"),
  scopes: text("scopes").array().notNull(),
});

/** Refresh tokens. */
export const oauthRefreshTokens = pgTable(
  "oauth_refresh_tokens",
  {
    ...tokenFields(),
    userId: reference("user_id", () => users.id).notNull(),
    rotatedAt: instant("rotated_at"),
    rotationReplayResponse: text("rotation_replay_response"),
    rotationReplayExpiresAt: instant("rotation_replay_expires_at"),
    authTime: instant("auth_time"),
  },
  (table) => [
    index("oauth_refresh_tokens_client").on(table.clientId),
    index("oauth_refresh_tokens_session").on(table.sessionId),
    index("oauth_refresh_tokens_user").on(table.userId),
    index("oauth_refresh_tokens_code").on(table.authorizationCodeId),
  ],
);

/** Access tokens of assistants. */
export const oauthAccessTokens = pgTable(
  "oauth_access_tokens",
  {
    ...tokenFields(),
    userId: reference("user_id", () => users.id),
    refreshId: reference("refresh_id", () => oauthRefreshTokens.id),
  },
  (table) => [
    index("oauth_access_tokens_client").on(table.clientId),
    index("oauth_access_tokens_session").on(table.sessionId),
    index("oauth_access_tokens_user").on(table.userId),
    index("oauth_access_tokens_code").on(table.authorizationCodeId),
    index("oauth_access_tokens_refresh").on(table.refreshId),
    index("oauth_access_tokens_expires").on(table.expiresAt),
  ],
);

/** The access that people have given to assistants. */
export const oauthConsents = pgTable(
  "oauth_consents",
  {
    id: text("id").primaryKey(),
    clientId: reference("client_id", () => oauthClients.clientId).notNull(),
    userId: reference("user_id", () => users.id),
    referenceId: text("reference_id"),
    resources: text("resources").array(),
    requestedUserInfoClaims: text("requested_user_info_claims").array(),
    scopes: text("scopes").array().notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** When the assistant last called. This service's own column. */
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [
    index("oauth_consents_client").on(table.clientId),
    index("oauth_consents_user").on(table.userId),
  ],
);

/** Signed client assertions that were used. Each may be used only once. */
export const oauthClientAssertions = pgTable("oauth_client_assertions", {
  id: text("id").primaryKey(),
  expiresAt: instant("expires_at").notNull(),
});

/** Attempts to sign in and similar calls, counted by address. */
export const authAttempts = pgTable("auth_attempts", {
  id: text("id").primaryKey(),
  key: text("key").notNull().unique(),
  count: integer("count").notNull(),
  lastRequest: bigint("last_request", { mode: "number" }).notNull(),
});
