import { type TSchema, Type } from "@sinclair/typebox";
import { LIMITS } from "./limits.ts";

/**
 * A whole number in a query string. `Type.Number` with `multipleOf` because Elysia converts it from text, which it
 * does not do for `Type.Integer`; `title` carries the name, since a failed conversion loses its path.
 */
export function QueryInteger(options: { title: string; minimum: number; maximum: number; default: number }) {
  return Type.Optional(Type.Number({ multipleOf: 1, ...options }));
}

/** Query parameters that every list takes. */
export const pageParameters = {
  page: QueryInteger({ title: "page", minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: QueryInteger({
    title: "pageSize",
    minimum: 1,
    maximum: LIMITS.pageSizeMax,
    default: LIMITS.pageSizeDefault,
  }),
  metadata: Type.Optional(
    Type.String({
      maxLength: LIMITS.metadataMaxChars,
      description: "JSON object; keeps only resources whose metadata contains it (PostgreSQL's @>)",
    }),
  ),
};

/** Where a page stands in its list. */
export const Pagination = Type.Object({
  page: Type.Integer(),
  pageSize: Type.Integer(),
  total: Type.Integer(),
  totalPages: Type.Integer(),
});

/** The envelope of every list: `{ data, pagination }`. */
export function Page<Item extends TSchema>(item: Item) {
  return Type.Object({ data: Type.Array(item), pagination: Pagination });
}

/** One page of a list, with its place in the whole. */
export interface PageOf<Item> {
  data: Item[];
  pagination: { page: number; pageSize: number; total: number; totalPages: number };
}
