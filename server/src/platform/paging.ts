import { invalidField } from "@quarry/core/internal";
import { LIMITS, type Metadata, metadataProblem, type PageOf } from "@quarry/schema";

/** Which page of a list is wanted. */
export interface PageRequest {
  /** 1-based. */
  readonly page: number;
  readonly pageSize: number;
}

/** Reads which page a list's query string wants; the numbers arrive as text. */
export function readPage(query: { page?: number; pageSize?: number }): PageRequest {
  return { page: Number(query.page ?? 1), pageSize: Number(query.pageSize ?? LIMITS.pageSizeDefault) };
}

/** Puts a page's rows into the envelope of every list. */
export function toPage<Item>(data: Item[], total: number, { page, pageSize }: PageRequest): PageOf<Item> {
  return { data, pagination: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) } };
}

/**
 * Reads the `metadata` parameter of a list.
 * @throws QuarryError `invalid_request` when it is not a JSON object that can be stored.
 */
export function readMetadataParameter(json: string | undefined): Metadata | undefined {
  if (json === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw invalidField("/metadata", "must be a JSON object, URL-encoded");
  }
  const problem = metadataProblem(value);
  if (problem !== null) throw invalidField("/metadata", problem);
  return value as Metadata;
}
