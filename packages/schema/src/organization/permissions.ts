import { OneOf } from "../primitives/one-of.ts";

/** The ten permissions of interface §5.1. */
export const PERMISSIONS = [
  "spaces:read",
  "spaces:write",
  "spaces:delete",
  "documents:read",
  "documents:write",
  "documents:delete",
  "queries:read",
  "apikeys:read",
  "apikeys:write",
  "apikeys:delete",
] as const;

/** One permission name. */
export const Permission = OneOf(PERMISSIONS, {
  description: "A permission: `resource:action`. `queries:read` allows queries.",
});
/** Static type of {@link Permission}. */
export type Permission = (typeof PERMISSIONS)[number];

/** Predefined permission levels: `read` = every `:read`; `write` = `read` plus writing spaces and documents; `admin` = all. */
export const PERMISSION_LEVELS = {
  read: ["spaces:read", "documents:read", "queries:read", "apikeys:read"],
  write: ["spaces:read", "documents:read", "queries:read", "apikeys:read", "spaces:write", "documents:write"],
  admin: PERMISSIONS,
} as const satisfies Record<string, readonly Permission[]>;

/** Name of a predefined permission level. */
export const PermissionLevel = OneOf(["read", "write", "admin"], {
  description:
    "A predefined set of permissions. `read`: every `:read`. `write`: `read`, and writing spaces and documents. `admin`: all.",
});
/** Static type of {@link PermissionLevel}. */
export type PermissionLevel = keyof typeof PERMISSION_LEVELS;

/** Tiers of an organization. */
export const TIERS = ["sandbox", "developer", "pro", "enterprise"] as const;
/** One of the tiers. */
export type Tier = (typeof TIERS)[number];

/** Roles of an organization's members, from the fewest permissions to the most. */
export const ORGANIZATION_ROLES = ["member", "admin", "owner"] as const;
/** One of the roles. */
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** The permissions of each role (interface §5.3). Only admins and owners manage API keys. */
export const ROLE_PERMISSIONS = {
  member: ["spaces:read", "spaces:write", "documents:read", "documents:write", "queries:read"],
  admin: PERMISSIONS,
  owner: PERMISSIONS,
} as const satisfies Record<OrganizationRole, readonly Permission[]>;
