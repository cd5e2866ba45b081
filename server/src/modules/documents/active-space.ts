import type { Database } from "../../database/database.ts";
import { findSpace, type SpaceRow } from "../spaces/queries.ts";
import { spaceNotFound } from "../spaces/service.ts";

/**
 * The space that a call on documents names.
 * @throws QuarryError `not_found` when it is not there, is archived, or belongs to somebody else.
 */
export async function requireActiveSpace(db: Database, orgId: string, idOrSlug: string): Promise<SpaceRow> {
  const space = await findSpace(db, orgId, idOrSlug);
  if (!space || space.isArchived) throw spaceNotFound(idOrSlug);
  return space;
}
