import type { Filter, SearchScope } from "@quarry/core";
import type { Json } from "@quarry/schema";
import type { Where } from "chromadb";
import { isPlain, itemKey, listKey, otherKey, PARTIAL, valueKey } from "../records/flat-metadata.ts";

/**
 * Maximum length of a list in a condition: longer ones approach the limit of SQLite, which stores Chroma's metadata.
 */
export const MAX_LISTED = 5000;
/** Maximum items of a required list to test in Chroma; the filter itself tests all. */
const MAX_ITEMS = 3;
/** Longer lists are not sent: each value makes two conditions. */
const MAX_VALUES = 100;

/**
 * Translates a scope and a filter into conditions for Chroma. Every matching record meets at least one of them; other
 * records may, too. Undefined accepts everything. Many documents make many conditions.
 */
export function toConditions({ spaceIds, documentIds }: SearchScope, filter?: Filter): (Where | undefined)[] {
  const parts: Where[] = [];
  const spaces = [...new Set(spaceIds)];
  if (spaces.length <= MAX_LISTED) parts.push({ spaceId: { $in: spaces } });
  const flat = filter && filterWhere(filter);
  if (flat) parts.push(flat);
  if (!documentIds) return [allOf(parts)];
  const documents = [...new Set(documentIds)];
  const pages: (Where | undefined)[] = [];
  for (let at = 0; at < documents.length; at += MAX_LISTED)
    pages.push(allOf([{ documentId: { $in: documents.slice(at, at + MAX_LISTED) } }, ...parts]));
  return pages;
}

/** Translates a filter into a condition that every matching record meets; undefined when Chroma cannot narrow it. */
export function filterWhere(filter: Filter): Where | undefined {
  switch (filter.kind) {
    case "contains":
      return allOf(contained(filter.value, []));
    case "and":
      return allOf(filter.parts.map(filterWhere).filter((part) => part !== undefined));
    case "or": {
      const parts = filter.parts.map(filterWhere).filter((part) => part !== undefined);
      return parts.length === filter.parts.length ? anyOf(parts) : undefined;
    }
    case "in": {
      const values = [...new Set(filter.values)].filter((value) => value !== null);
      if (values.length > MAX_VALUES || !values.every(isPlain)) return undefined;
      const items = values.map((item) => itemKey(filter.path, item));
      return field(filter.path, values.map(equals), items);
    }
    case "compare":
      // Larger numbers have no halves.
      return typeof filter.value === "number" && Math.abs(filter.value) < 2 ** 50
        ? field(filter.path, bounds(filter.operator, filter.value), [listKey(filter.path)])
        : undefined;
    case "exists":
    case "not":
      return undefined;
  }
}

type Condition = Readonly<Record<string, string | number | boolean>>;

function contained(value: Json, path: readonly string[]): Where[] {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([name, inner]) => contained(inner, [...path, name]));
  if (!Array.isArray(value)) return [field(path, isPlain(value) ? [equals(value)] : [])];
  const items = [...new Set(value.filter(isPlain))].slice(0, MAX_ITEMS);
  return items.map((item) => field(path, [], [itemKey(path, item)]));
}

function equals(value: string | number | boolean): Condition {
  return { $eq: value };
}

/**
 * Chroma compares integers only with integers and fractions only with fractions: one bound for each, slightly wide.
 */
function bounds(order: "$gt" | "$gte" | "$lt" | "$lte", value: number): Condition[] {
  const isAbove = order.startsWith("$gt");
  const whole = isAbove ? Math.floor(value) : Math.ceil(value);
  const half = isAbove ? whole - 0.5 : whole + 0.5;
  return isAbove ? [{ $gte: whole }, { $gte: half }] : [{ $lte: whole }, { $lte: half }];
}

/** Builds a condition for a field that meets one of the tests, has one of the keys, or is not stored flat. */
function field(path: readonly string[], tests: readonly Condition[], keys: readonly string[] = []): Where {
  const own = tests.map((test) => ({ [valueKey(path)]: test }) as Where);
  const marks = [...keys, otherKey(path), PARTIAL].map((key) => ({ [key]: true }));
  return anyOf([...own, ...marks]) as Where;
}

function allOf(parts: readonly Where[]): Where | undefined {
  return parts.length > 1 ? ({ $and: [...parts] } as Where) : parts[0];
}

function anyOf(parts: readonly Where[]): Where | undefined {
  return parts.length > 1 ? ({ $or: [...parts] } as Where) : parts[0];
}
