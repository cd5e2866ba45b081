import type { Filter, SearchScope } from "@quarry/core";
import type { Json } from "@quarry/schema";
import type { Where } from "chromadb";
import { isPlain, itemKey, listKey, otherKey, PARTIAL, valueKey } from "./flat-metadata.ts";

/** More in a list come near to what SQLite, in which Chroma keeps metadata, takes in one statement. */
export const MAX_LISTED = 5000;
/** Items of a wanted list that are asked for; the filter itself looks at all. */
const MAX_ITEMS = 3;
/** A list of more values is not worth the asking: each makes two conditions. */
const MAX_VALUES = 100;

/**
 * What Chroma can tell of a scope and a filter: every record that matches passes one of the conditions, and others
 * may. Undefined passes everything; many documents make many conditions.
 */
export function narrowing({ spaceIds, documentIds }: SearchScope, filter?: Filter): (Where | undefined)[] {
  const parts: Where[] = [];
  const spaces = [...new Set(spaceIds)];
  if (spaces.length <= MAX_LISTED) parts.push({ spaceId: { $in: spaces } });
  const flat = filter && filterWhere(filter);
  if (flat) parts.push(flat);
  if (!documentIds) return [all(parts)];
  const documents = [...new Set(documentIds)];
  const pages: (Where | undefined)[] = [];
  for (let at = 0; at < documents.length; at += MAX_LISTED)
    pages.push(all([{ documentId: { $in: documents.slice(at, at + MAX_LISTED) } }, ...parts]));
  return pages;
}

/** A condition that everything that passes a filter passes, too; undefined if Chroma cannot tell. */
export function filterWhere(filter: Filter): Where | undefined {
  switch (filter.kind) {
    case "contains":
      return all(contained(filter.value, []));
    case "and":
      return all(filter.parts.map(filterWhere).filter((part) => part !== undefined));
    case "or": {
      const parts = filter.parts.map(filterWhere).filter((part) => part !== undefined);
      return parts.length === filter.parts.length ? any(parts) : undefined;
    }
    case "in": {
      const values = [...new Set(filter.values)].filter((value) => value !== null);
      if (values.length > MAX_VALUES || !values.every(isPlain)) return undefined;
      const items = values.map((item) => itemKey(filter.path, item));
      return field(filter.path, values.map(equals), items);
    }
    case "compare":
      // Further out a number has no halves.
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

/** Chroma compares whole numbers with whole ones and others with others: one bound for each, a little wide. */
function bounds(order: "$gt" | "$gte" | "$lt" | "$lte", value: number): Condition[] {
  const isAbove = order.startsWith("$gt");
  const whole = isAbove ? Math.floor(value) : Math.ceil(value);
  const half = isAbove ? whole - 0.5 : whole + 0.5;
  return isAbove ? [{ $gte: whole }, { $gte: half }] : [{ $lte: whole }, { $lte: half }];
}

/** True of a field that passes one of the tests, or has one of the keys, or of which Chroma knows too little. */
function field(path: readonly string[], tests: readonly Condition[], keys: readonly string[] = []): Where {
  const own = tests.map((test) => ({ [valueKey(path)]: test }) as Where);
  const marks = [...keys, otherKey(path), PARTIAL].map((key) => ({ [key]: true }));
  return any([...own, ...marks]) as Where;
}

function all(parts: readonly Where[]): Where | undefined {
  return parts.length > 1 ? ({ $and: [...parts] } as Where) : parts[0];
}

function any(parts: readonly Where[]): Where | undefined {
  return parts.length > 1 ? ({ $or: [...parts] } as Where) : parts[0];
}
