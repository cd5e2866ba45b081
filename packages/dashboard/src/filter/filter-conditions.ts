import type { Metadata } from "@quarry/sdk";
import { type Filter, filterOf } from "./filter.ts";

/** The conditions of a filter that all have to hold, each as a filter of its own. */
export function conditionsOf(filter: Filter): Filter[] {
  return Object.entries(filter).flatMap(([key, value]): Filter[] => {
    if (key === "$and" && Array.isArray(value))
      return value.flatMap((part) => {
        const inner = filterOf(part);
        return inner ? conditionsOf(inner) : [];
      });
    const operators = key.startsWith("$") ? undefined : filterOf(value);
    if (!operators) return [{ [key]: value }];
    return Object.entries(operators).map(([operator, operand]) => ({ [key]: { [operator]: operand } }));
  });
}

/**
 * What the metadata has in the field of a condition, as JSON: undefined when it lacks the field, null for a condition without
 * one field, such as `$or`.
 */
export function valueFor(condition: Filter, metadata: Metadata): string | null | undefined {
  const [key = "$"] = Object.keys(condition);
  if (key.startsWith("$")) return null;
  let value: unknown = metadata;
  for (const name of key.split(".")) {
    const object = filterOf(value);
    if (!object || !Object.hasOwn(object, name)) return undefined;
    value = object[name];
  }
  return JSON.stringify(value);
}
