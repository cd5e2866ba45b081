import { Kind, Type, TypeRegistry } from "@sinclair/typebox";
import { expects } from "./expected.ts";

/** The TypeBox kind of lists in a query string. */
export const LIST_OF_KIND = "QuarryListOf";

/** No list of distinct values is longer. */
const MAX_CHARS = 1000;

TypeRegistry.Set(
  LIST_OF_KIND,
  (schema: { pattern: string }, value: unknown) =>
    typeof value === "string" && value.length <= MAX_CHARS && new RegExp(schema.pattern).test(value),
);

/**
 * Some of several values in a query string, separated by commas. It is received as text and split by the route.
 * @param values Words without characters that have a meaning in a regular expression.
 */
export function ListOf(values: readonly string[], description: string) {
  const one = `(?:${values.join("|")})`;
  return Type.Unsafe<string>({
    [Kind]: LIST_OF_KIND,
    type: "string",
    pattern: `^${one}(?:,${one})*$`,
    description,
    ...expects(`one or more of ${values.join(", ")}, separated by commas`),
  });
}
