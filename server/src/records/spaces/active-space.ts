import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { spaceNotFound } from "./space-not-found.ts";
import { findSpace, type SpaceRow } from "./space-rows.ts";

/**
 * Finds the space of a request.
 * @throws QuarryError `not_found` if the space does not exist, is archived, or is outside the caller's scope.
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
