import type { Database } from "../../database/database.ts";
import type { Scope } from "../../scope.ts";
import { findSpace, type SpaceRow } from "../spaces/queries.ts";
import { spaceNotFound } from "../spaces/service.ts";

/**
 * The space that a call on documents names.
 * @throws QuarryError `not_found` when it is not there, is archived, is not the caller's, or belongs to somebody else.
 */
export async function requireActiveSpace(db: Database, scope: Scope, idOrSlug: string): Promise<SpaceRow> {
  const space = await findSpace(db, scope, idOrSlug);
  if (!space || space.isArchived) throw spaceNotFound(idOrSlug);
  return space;
}
