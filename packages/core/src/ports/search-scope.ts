import type { Filter } from "../filter.ts";

/** What a search may see: one organization, some of its spaces, and, if given, only some documents in them. */
export interface SearchScope {
  readonly orgId: string;
  readonly spaceIds: readonly string[];
  readonly documentIds?: readonly string[];
}

/** What a deletion takes away: a document, a space, or all that an organization has. */
export type Selector =
  | { readonly orgId: string; readonly documentId: string }
  | { readonly orgId: string; readonly spaceId: string }
  | { readonly orgId: string };

/** A scope narrowed to documents whose metadata passes `filter`. */
export interface FilteredScope extends SearchScope {
  readonly filter?: Filter;
}
