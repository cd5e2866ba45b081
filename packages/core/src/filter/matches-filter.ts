import type { Json, Metadata } from "@quarry/schema";
import { containsJson } from "./contains-json.ts";
import type { Filter, Order, Scalar } from "./filter.ts";

/** True if a document's metadata passes the filter. Defines the meaning of filters for every store. */
export function matchesFilter(metadata: Metadata, filter: Filter): boolean {
  switch (filter.kind) {
    case "contains":
      return containsJson(metadata, filter.value);
    case "and":
      return filter.parts.every((part) => matchesFilter(metadata, part));
    case "or":
      return filter.parts.some((part) => matchesFilter(metadata, part));
    case "not":
      return !matchesFilter(metadata, filter.part);
    case "exists":
      return valueAt(metadata, filter.path) !== undefined;
    case "in": {
      const value = valueAt(metadata, filter.path);
      if (value === undefined) return false;
      return Array.isArray(value)
        ? includesAny(filter.values, value)
        : filter.values.includes(value as Scalar);
    }
    case "compare": {
      const value = valueAt(metadata, filter.path);
      if (value === undefined) return false;
      const { operator, value: bound } = filter;
      return Array.isArray(value)
        ? value.some((item) => compare(item, operator, bound))
        : compare(value, operator, bound);
    }
  }
}

function includesAny(values: readonly Scalar[], items: readonly Json[]): boolean {
  const wanted = new Set<Json>(values);
  return items.some((item) => wanted.has(item));
}

function valueAt(metadata: Metadata, path: readonly string[]): Json | undefined {
  let value: Json | undefined = metadata;
  for (const name of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
      return undefined;
    value = value[name];
  }
  return value;
}

function compare(item: Json, operator: Order, value: string | number): boolean {
  // Numbers compare with numbers, strings with strings by code unit. Other combinations never match.
  if (typeof item !== typeof value) return false;
  const left = item as string | number;
  if (operator === "$gt") return left > value;
  if (operator === "$gte") return left >= value;
  if (operator === "$lt") return left < value;
  return left <= value;
}
