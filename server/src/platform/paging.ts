import { invalidField } from "@quarry/core/internal";
import { LIMITS, type Metadata, metadataProblem, type PageOf } from "@quarry/schema";

/** The requested page of a list. */
export interface PageRequest {
  /** 1-based. */
  readonly page: number;
  readonly pageSize: number;
}

/** Reads the page from a query string, in which the numbers are text. */
export function readPage(query: { page?: number; pageSize?: number }): PageRequest {
  return { page: Number(query.page ?? 1), pageSize: Number(query.pageSize ?? LIMITS.pageSizeDefault) };
}

/** Wraps the items of a page in the envelope that all lists use. */
export function toPage<Item>(data: Item[], total: number, { page, pageSize }: PageRequest): PageOf<Item> {
  return { data, pagination: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) } };
}

/**
 * Parses a parameter of a list that is metadata, or a condition on it, as JSON.
 * @throws QuarryError `invalid_request` when it is not valid metadata in JSON.
 */
export function readMetadataParameter(json: string | undefined, name = "metadata"): Metadata | undefined {
  if (json === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw invalidField(`/${name}`, "must be a JSON object, URL-encoded");
  }
  const problem = metadataProblem(value);
  if (problem !== null) throw invalidField(`/${name}`, problem);
  return value as Metadata;
}
