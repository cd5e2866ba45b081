import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { findSpace, type SpaceRow } from "./queries.ts";
import { spaceNotFound } from "./space-not-found.ts";

/**
 * The space that a call on documents names.
 * @throws QuarryError `not_found` when it is not there, is archived, is not the caller's, or belongs to somebody else.
 */
export async function requireActiveSpace(
  db: Database,
  scope: TenantScope,
  idOrSlug: string,
): Promise<SpaceRow> {
  const space = await findSpace(db, scope, idOrSlug);
  if (!space || space.isArchived) throw spaceNotFound(idOrSlug);
  return space;
}
