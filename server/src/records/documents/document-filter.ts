import { type Filter, parseFilter } from "@quarry/core";
import type { DocumentFilter, DocumentKind, DocumentStatus } from "@quarry/schema";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { isAnyOf } from "../../platform/database/any-of.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";
import { isOfKind } from "./document-kinds.ts";

/** Which documents of a space are meant. All parts apply together. */
export interface DocumentSelection {
  readonly statuses?: readonly DocumentStatus[] | undefined;
  readonly kinds?: readonly DocumentKind[] | undefined;
  /** A condition on the metadata. */
  readonly condition?: Filter | undefined;
  /** Part of the filename, in upper or lower case. */
  readonly name?: string | undefined;
  /** The id of an archive, for its files. */
  readonly partOf?: string | undefined;
}

/** Translates a condition on the column `metadata` into SQL. */
export type MetadataCondition = (filter: Filter) => SQL;

/**
 * Reads a filter of the API.
 * @param at JSON pointer of the filter in the request.
 * @throws QuarryError `invalid_request` when its condition on metadata is invalid.
 */
export function readSelection(
  { status, kind, metadata, filter, name, partOf }: FilterFields,
  at: string,
): DocumentSelection {
  return {
    statuses: status?.map((each) => each.toUpperCase() as DocumentStatus),
    kinds: kind,
    condition: parseFilter(metadata, filter, `${at}/filter`),
    name,
    partOf,
  };
}

type FilterFields = { readonly [Name in keyof DocumentFilter]: DocumentFilter[Name] | undefined };

/** Condition: the document is selected. */
export function isSelected(
  { statuses, kinds, condition, name, partOf }: DocumentSelection,
  toCondition: MetadataCondition,
): SQL | undefined {
  return and(
    statuses && isAnyOf(documents.status, statuses),
    kinds && isOfKind(kinds),
    condition && toCondition(condition),
    name === undefined ? undefined : sql`strpos(lower(${documents.filename}), lower(${name}::text)) > 0`,
    partOf === undefined ? undefined : eq(documents.partOf, partOf),
  );
}
