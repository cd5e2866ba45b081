import type { DocumentFilter } from "@quarry/schema";
import { readMetadataParameter } from "../../platform/paging.ts";
import { type DocumentSelection, readSelection } from "../../records/documents/document-filter.ts";

/** The filter of a list in a query string, in which lists are separated by commas and objects are JSON. */
interface ListQuery {
  readonly status?: string;
  readonly kind?: string;
  readonly metadata?: string;
  readonly filter?: string;
  readonly name?: string;
  readonly partOf?: string;
}

/**
 * Reads the filter of a list of documents.
 * @throws QuarryError `invalid_request` that names the invalid parameter.
 */
export function readListSelection({
  status,
  kind,
  metadata,
  filter,
  name,
  partOf,
}: ListQuery): DocumentSelection {
  return readSelection(
    {
      // The schema of the parameters has checked the values.
      status: status?.split(",") as DocumentFilter["status"],
      kind: kind?.split(",") as DocumentFilter["kind"],
      metadata: readMetadataParameter(metadata),
      filter: readMetadataParameter(filter, "filter"),
      name,
      partOf,
    },
    "",
  );
}
