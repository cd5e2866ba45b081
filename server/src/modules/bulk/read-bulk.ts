import { invalidField } from "@quarry/core/internal";
import type { BulkAction, BulkBody, Permission } from "@quarry/schema";
import { type DocumentSelection, readSelection } from "../../records/documents/document-filter.ts";

/** The permission that each action needs: the one of the call for a single document. */
export const PERMISSION_OF: Readonly<Record<BulkAction, Permission>> = {
  delete: "documents:delete",
  reprocess: "documents:write",
  setMetadata: "documents:write",
};

/** The documents of a bulk operation: some ids, each once, or what a filter selects. */
export type WantedDocuments = { readonly ids: readonly string[] } | { readonly selection: DocumentSelection };

/**
 * Reads which documents an operation concerns, and checks that its fields belong together.
 * @throws QuarryError `invalid_request` that names the field.
 */
export function readBulk({ action, where, ids, metadata }: BulkBody): WantedDocuments {
  if (where !== undefined && ids !== undefined) throw invalidField("/ids", "must not be given with where");
  if (action === "setMetadata") {
    if (metadata === undefined || Object.keys(metadata).length === 0)
      throw invalidField("/metadata", "must name at least one key to set or remove");
  } else if (metadata !== undefined) throw invalidField("/metadata", "is only for the action setMetadata");
  if (ids !== undefined) return { ids: [...new Set(ids)] };
  if (where === undefined)
    throw invalidField("/where", "or ids is required; {} means all documents of the space");
  return { selection: readSelection(where, "/where") };
}
