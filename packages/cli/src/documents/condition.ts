import type { Metadata } from "@quarry/schema";

const OPERATORS = { "=": "$eq", "!=": "$ne", "<": "$lt", "<=": "$lte", ">": "$gt", ">=": "$gte" } as const;

/**
 * Reads a condition of `--where`: a filter as JSON, a comparison such as `year<2020`, or the name of a field that must
 * exist. Undefined if it is none of them; `{}` would silently mean all documents.
 */
export function readCondition(text: string): Metadata | undefined {
  if (text.trim().startsWith("{")) return readObject(text);
  const [, field = "", operator, value = ""] =
    /^([^=!<>]+)(?:(!=|<=|>=|=|<|>)(.*))?$/s.exec(text.trim()) ?? [];
  if (field.trim() === "") return undefined;
  if (operator === undefined) return { [field.trim()]: { $exists: true } };
  return { [field.trim()]: { [OPERATORS[operator as keyof typeof OPERATORS]]: readValue(value) } };
}

/** Several conditions that apply together; undefined without any. */
export function allOf(conditions: readonly Metadata[]): Metadata | undefined {
  return conditions.length > 1 ? { $and: [...conditions] } : conditions[0];
}

/** Reads a value as JSON, or else as text. */
export function readValue(text: string): Metadata[string] {
  try {
    return JSON.parse(text) as Metadata[string];
  } catch {
    return text.trim();
  }
}

function readObject(text: string): Metadata | undefined {
  const value = readValue(text);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.keys(value).length > 0 ? value : undefined;
}
