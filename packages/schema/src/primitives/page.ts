import { Kind, type TSchema, Type, TypeRegistry } from "@sinclair/typebox";
import { LIMITS } from "./limits.ts";

/** The TypeBox kind of integers in a query string. */
export const QUERY_INTEGER_KIND = "QuarryQueryInteger";
/** The TypeBox kind of booleans in a query string. */
export const QUERY_BOOLEAN_KIND = "QuarryQueryBoolean";

TypeRegistry.Set(QUERY_INTEGER_KIND, (schema: { minimum: number; maximum: number }, value: unknown) => {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return (
    Number.isInteger(number) && (number as number) >= schema.minimum && (number as number) <= schema.maximum
  );
});
TypeRegistry.Set(QUERY_BOOLEAN_KIND, (_schema: unknown, value: unknown) =>
  ["true", "false", true, false].includes(value as string),
);

/**
 * An integer in a query string. It is received as text and converted by the route. Elysia's own conversion would stop at
 * the first invalid parameter and lose its name.
 */
export function QueryInteger(options: { minimum: number; maximum: number; default: number }) {
  return Type.Optional(
    Type.Unsafe<number>({
      [Kind]: QUERY_INTEGER_KIND,
      type: "integer",
      ...options,
      description: `a whole number from ${options.minimum} to ${options.maximum}`,
    }),
  );
}

/** `true` or `false` in a query string, received as text like {@link QueryInteger}. */
export function QueryBoolean(description: string) {
  return Type.Optional(
    Type.Unsafe<boolean>({ [Kind]: QUERY_BOOLEAN_KIND, type: "boolean", default: false, description }),
  );
}

/** Query parameters of every list. */
export const pageParameters = {
  page: QueryInteger({ minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: QueryInteger({
    minimum: 1,
    maximum: LIMITS.pageSizeMax,
    default: LIMITS.pageSizeDefault,
  }),
  metadata: Type.Optional(
    Type.String({
      maxLength: LIMITS.metadataMaxChars,
      description: "JSON object; returns only resources whose metadata contains it (PostgreSQL's @>)",
    }),
  ),
};

/** The position of a page in its list. */
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

/** One page of a list, with its position. */
export interface PageOf<Item> {
  data: Item[];
  pagination: { page: number; pageSize: number; total: number; totalPages: number };
}
