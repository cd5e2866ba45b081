import type { Filter } from "../filter/filter.ts";

/** The records that a search may see: some spaces of one organization and, if given, only some of their documents. */
export interface SearchScope {
  readonly orgId: string;
  readonly spaceIds: readonly string[];
  readonly documentIds?: readonly string[];
}

/** What to delete: a document, a space, or everything of an organization. */
export type Selector =
  | { readonly orgId: string; readonly documentId: string }
  | { readonly orgId: string; readonly spaceId: string }
  | { readonly orgId: string };

/** A search scope narrowed to documents whose metadata passes `filter`. */
export interface FilteredScope extends SearchScope {
  readonly filter?: Filter;
}
