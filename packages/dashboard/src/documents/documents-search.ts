import type { DocumentFilter, DocumentKind, DocumentStatus } from "@quarry/sdk";
import { type Filter, filterOf } from "../filter/filter.ts";
import { text } from "../text/text.ts";

const STATUSES: readonly string[] = ["PROCESSING", "COMPLETED", "FAILED"] satisfies DocumentStatus[];

/** What the address of a list of documents holds: which documents it shows. */
export interface DocumentsSearch {
  readonly status?: DocumentStatus | undefined;
  readonly kind?: DocumentKind | undefined;
  /** Part of the filename. */
  readonly name?: string | undefined;
  /** A condition on the metadata. */
  readonly filter?: Filter | undefined;
}

/** Reads it; what is not understood is left out. */
export function readDocumentsSearch(search: Record<string, unknown>): DocumentsSearch {
  const { status, kind, name } = search;
  const filter = filterOf(search.filter);
  return {
    ...(typeof status === "string" && STATUSES.includes(status) ? { status: status as DocumentStatus } : {}),
    ...(typeof kind === "string" && Object.hasOwn(text.bulk.kinds, kind)
      ? { kind: kind as DocumentKind }
      : {}),
    ...(typeof name === "string" && name !== "" ? { name } : {}),
    ...(filter ? { filter } : {}),
  };
}

/** The same choice as the filter of the API. */
export function toFilter({ status, kind, name, filter }: DocumentsSearch): DocumentFilter {
  return {
    ...(status ? { status: [status] } : {}),
    ...(kind ? { kind: [kind] } : {}),
    ...(name ? { name } : {}),
    ...(filter ? { filter } : {}),
  };
}

/** True when it shows only some documents. */
export function isFiltered(search: DocumentsSearch): boolean {
  return Object.keys(toFilter(search)).length > 0;
}
