import { LIMITS, type Metadata, MetadataSchema } from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import type { PageRequest } from "../../platform/paging.ts";

const PAGE_SIZE = 20;

/** What every tool that lists takes. */
export const listingFields = {
  metadata: Type.Optional(
    Type.Unsafe<Metadata>({
      ...MetadataSchema,
      description: "keeps only what has all these keys and values in its metadata",
    }),
  ),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: "1-based" })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSizeMax, default: PAGE_SIZE })),
};

/** The page that a call wants. */
export function pageOf(input: { readonly page?: number; readonly pageSize?: number }): PageRequest {
  return { page: input.page ?? 1, pageSize: input.pageSize ?? PAGE_SIZE };
}
