import { QuarryError } from "@quarry/core";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { requireActiveSpace } from "../spaces/active-space.ts";
import { type DocumentRow, findDocument, findDocumentAnywhere } from "./document-rows.ts";

/**
 * Finds a document by id, in a space that is named by id or slug, or in any active space of the scope.
 * @throws QuarryError `not_found` if the document or the space is not found.
 */
export async function requireDocument(
  db: Database,
  scope: TenantScope,
  space: string | undefined,
  id: string,
): Promise<DocumentRow> {
  const row =
    space === undefined
      ? await findDocumentAnywhere(db, scope, id)
      : await findDocument(db, scope.orgId, (await requireActiveSpace(db, scope, space)).id, id);
  if (!row) throw documentNotFound(id);
  return row;
}

/** The error for a document that does not exist or is not in the space of the request. */
export function documentNotFound(id: string): QuarryError {
  return new QuarryError("not_found", `There is no document ${JSON.stringify(id)} in this space.`);
}
