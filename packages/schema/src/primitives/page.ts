import { Kind, type TSchema, Type, TypeRegistry } from "@sinclair/typebox";
import { described } from "./described.ts";
import { expects } from "./expected.ts";
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
export function QueryInteger(options: {
  minimum: number;
  maximum: number;
  default?: number;
  description?: string;
}) {
  return Type.Optional(
    Type.Unsafe<number>({
      [Kind]: QUERY_INTEGER_KIND,
      type: "integer",
      ...options,
      ...expects(`a whole number from ${options.minimum} to ${options.maximum}`),
    }),
  );
}

/**
 * `true` or `false` in a query string, received as text like {@link QueryInteger}.
 * @param expected The end of the message "must be …" for any other value.
 */
export function QueryBoolean(description: string, expected: string) {
  return Type.Optional(
    Type.Unsafe<boolean>({
      [Kind]: QUERY_BOOLEAN_KIND,
      type: "boolean",
      default: false,
      description,
      ...expects(expected),
    }),
  );
}

/** Query parameters of every list. */
export const pageParameters = {
  page: QueryInteger({
    minimum: 1,
    maximum: 1_000_000,
    default: 1,
    description: "Number of the page, 1 to 1,000,000. Default: 1. A page after the last one is empty.",
  }),
  pageSize: QueryInteger({
    minimum: 1,
    maximum: LIMITS.pageSizeMax,
    default: LIMITS.pageSizeDefault,
    description: `Number of items on a page, 1 to ${LIMITS.pageSizeMax}. Default: ${LIMITS.pageSizeDefault}.`,
  }),
  metadata: Type.Optional(
    Type.String({
      maxLength: LIMITS.metadataMaxChars,
      description:
        'Returns only items whose metadata contains this JSON object, like PostgreSQL\'s `@>`: every key and value, at each level; further keys are allowed. URL-encode it, e.g. `{"team":"hr"}` as `%7B%22team%22%3A%22hr%22%7D`. Default: all.',
    }),
  ),
};

/** The position of a page in its list. */
export const Pagination = Type.Object(
  {
    page: Type.Integer({ description: "Number of this page, from 1." }),
    pageSize: Type.Integer({ description: "Largest number of items on a page." }),
    total: Type.Integer({ description: "Number of items on all pages." }),
    totalPages: Type.Integer({ description: "Number of pages; 0 for an empty list." }),
  },
  { description: "The position of a page in its list." },
);

/** The envelope of every list: `{ data, pagination }`. */
export function Page<Item extends TSchema>(item: Item, description: string) {
  return Type.Object(
    {
      data: Type.Array(item, { description: "The items of this page, in the order of the list." }),
      pagination: described(Pagination, "Which page this is, and how many there are."),
    },
    { description },
  );
}

/** One page of a list, with its position. */
export interface PageOf<Item> {
  /** The items of this page, in the order of the list. */
  data: Item[];
  /** Which page this is, and how many there are. */
  pagination: {
    /** Number of this page, from 1. */
    page: number;
    /** Largest number of items on a page. */
    pageSize: number;
    /** Number of items on all pages. */
    total: number;
    /** Number of pages; 0 for an empty list. */
    totalPages: number;
  };
}
