import type { PERMISSION_LEVELS, Permission, PermissionLevel } from "@quarry/sdk";
import { list } from "../text/format.ts";
import { text } from "../text/text.ts";

type PermissionsOf<Level extends PermissionLevel> = (typeof PERMISSION_LEVELS)[Level][number];

/** The lowest level that has a permission. The compiler compares it with the schema. */
const LEVEL_OF: Record<PermissionsOf<"read">, "read"> &
  Record<Exclude<PermissionsOf<"write">, PermissionsOf<"read">>, "write"> &
  Record<Exclude<Permission, PermissionsOf<"write">>, "admin"> = {
  "spaces:read": "read",
  "documents:read": "read",
  "queries:read": "read",
  "apikeys:read": "read",
  "spaces:write": "write",
  "documents:write": "write",
  "spaces:delete": "admin",
  "documents:delete": "admin",
  "apikeys:write": "admin",
  "apikeys:delete": "admin",
};

const ORDER: readonly PermissionLevel[] = ["read", "write", "admin"];

/** What a key may do, as words: the name of a level, or the single permissions. */
export function permissionWords(permissions: readonly Permission[]): string {
  const held = new Set(permissions);
  const level = ORDER.find((name) => sameAs(held, permissionsOf(name)));
  if (level) return text.keys.levels[level];
  return list(permissions.map((permission) => text.keys.permissions[permission]));
}

function permissionsOf(level: PermissionLevel): Permission[] {
  const names = Object.keys(LEVEL_OF) as Permission[];
  return names.filter((name) => ORDER.indexOf(LEVEL_OF[name]) <= ORDER.indexOf(level));
}

function sameAs(held: ReadonlySet<Permission>, wanted: readonly Permission[]): boolean {
  return held.size === wanted.length && wanted.every((name) => held.has(name));
}
