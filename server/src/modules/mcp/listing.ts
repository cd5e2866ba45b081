import { LIMITS, type Metadata, MetadataSchema } from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import type { PageRequest } from "../../platform/paging.ts";

const PAGE_SIZE = 20;

/** The parameters of every tool that lists. */
export const listingFields = {
  metadata: Type.Optional(
    Type.Unsafe<Metadata>({
      ...MetadataSchema,
      description: "only items whose metadata contains all these keys and values",
    }),
  ),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: "1-based" })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSizeMax, default: PAGE_SIZE })),
};

/** The requested page, with defaults. */
export function pageOf(input: { readonly page?: number; readonly pageSize?: number }): PageRequest {
  return { page: input.page ?? 1, pageSize: input.pageSize ?? PAGE_SIZE };
}
