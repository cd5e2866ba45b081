import type { QueryBody } from "@quarry/sdk";

/** A condition on the metadata of documents, in the form of the API. */
export type Filter = NonNullable<QueryBody["filter"]>;

/** The operators that a click can choose. The API has more of them. */
export const OPERATORS = ["$eq", "$ne", "$gte", "$lte", "$exists"] as const;
/** One of the operators. */
export type Operator = (typeof OPERATORS)[number];

/** One comparison of a field. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  /** As typed: numbers, `true` and `false` are taken as such. */
  readonly value: string;
}

/** The filter that a JSON text stands for; undefined for what is not an object with fields. */
export function readFilter(json: string): Filter | undefined {
  try {
    return filterOf(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** The same value, if it is an object with fields. */
export function filterOf(value: unknown): Filter | undefined {
  const isFilter =
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  return isFilter ? (value as Filter) : undefined;
}

/** The filter with one more condition, which applies together with the others. */
export function withCondition(filter: Filter | undefined, condition: Condition): Filter {
  const { field, operator } = condition;
  const value = operator === "$exists" ? true : typedValue(condition.value);
  const known = filterOf(filter?.[field]);
  return { ...filter, [field]: { ...known, [operator]: value } };
}

function typedValue(typed: string): string | number | boolean {
  if (typed === "true" || typed === "false") return typed === "true";
  return typed.trim() !== "" && Number.isFinite(Number(typed)) ? Number(typed) : typed;
}
