import { type Json, LIMITS, type Metadata } from "@quarry/schema";
import { QuarryError } from "./errors.ts";

/** A value that filter operators compare with. */
export type Scalar = string | number | boolean | null;

/** A metadata filter in normal form, as every store receives it. A `path` lists the names through nested objects. */
export type Filter =
  | { readonly kind: "contains"; readonly value: Metadata }
  | { readonly kind: "and"; readonly parts: readonly Filter[] }
  | { readonly kind: "or"; readonly parts: readonly Filter[] }
  | { readonly kind: "not"; readonly part: Filter }
  | {
      readonly kind: "compare";
      readonly path: readonly string[];
      readonly operator: Order;
      readonly value: string | number;
    }
  | { readonly kind: "in"; readonly path: readonly string[]; readonly values: readonly Scalar[] }
  | { readonly kind: "exists"; readonly path: readonly string[] };

type Order = "$gt" | "$gte" | "$lt" | "$lte";

/** True if `value` contains `part`, with the semantics of PostgreSQL's `jsonb @>`. */
export function containsJson(value: Json, part: Json): boolean {
  return contains(value, part, true);
}

function contains(value: Json, part: Json, top: boolean): boolean {
  if (Array.isArray(part)) {
    if (!Array.isArray(value)) return false;
    if (value.length * part.length > MAX_PAIRS) return containsMany(value, part);
    return part.every((wanted) => value.some((item) => contains(item, wanted, false)));
  }
  if (typeof part === "object" && part !== null) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    return Object.entries(part).every(
      ([key, wanted]) => Object.hasOwn(value, key) && contains(value[key] as Json, wanted, false),
    );
  }
  // PostgreSQL's special case, only at the top level: an array contains a bare primitive.
  if (top && Array.isArray(value)) return value.some((item) => item === part);
  return value === part;
}

/** Up to this many pairs of items, comparing all of them is fastest. */
const MAX_PAIRS = 1024;

/** Containment of large arrays. Comparing all pairs would block for minutes with tens of thousands of items on each side. */
function containsMany(value: readonly Json[], part: readonly Json[]): boolean {
  const plain = new Set(value.filter((item) => !isContainer(item)));
  if (!part.every((wanted) => isContainer(wanted) || plain.has(wanted))) return false;
  // Searches once for equal items.
  const nested = new Map(part.filter(isContainer).map((wanted) => [canonical(wanted), wanted]));
  if (nested.size === 0) return true;
  const candidatesFor = createCandidates(value.filter(isContainer));
  return [...nested.values()].every((wanted) =>
    candidatesFor(wanted).some((item) => contains(item, wanted, false)),
  );
}

function isContainer(value: Json): boolean {
  return typeof value === "object" && value !== null;
}

/** Serializes a value such that values that contain each other are equal: ignores the order and repetition of items. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(canonical))].sort().join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${fields.sort().join()}}`;
}

/** Indexes items by trait. Returns a lookup of the items that may contain a value: the holders of its rarest trait. */
function createCandidates(items: readonly Json[]): (wanted: Json) => readonly Json[] {
  const numbers = new Map<string, number>();
  const holders = new Map<number, Json[]>();
  for (const item of items)
    for (const trait of traitsOf(item, numbers)) {
      const known = holders.get(trait);
      if (known) known.push(item);
      else holders.set(trait, [item]);
    }
  return (wanted) => {
    let fewest = items;
    for (const trait of traitsOf(wanted, numbers)) {
      const having = holders.get(trait) ?? [];
      if (having.length < fewest.length) fewest = having;
    }
    return fewest;
  };
}

/** Returns the (path, primitive) pairs of a value as numbers. A value has all traits of every value that it contains. */
function traitsOf(value: Json, numbers: Map<string, number>): Set<number> {
  const traits = new Set<number>();
  // Paths are numbered too, so that a long key is not repeated for every value below it.
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const visit = (item: Json, path: number): void => {
    if (typeof item !== "object" || item === null) {
      traits.add(numberOf(`${path}=${JSON.stringify(item)}`));
      return;
    }
    const here = numberOf(Array.isArray(item) ? `${path}[` : `${path}{`);
    traits.add(here);
    if (Array.isArray(item)) for (const inner of item) visit(inner, here);
    else for (const [key, inner] of Object.entries(item)) visit(inner, numberOf(`${here}.${key}`));
  };
  visit(value, -1);
  return traits;
}

const MAX_FILTER_NODES = 200;

/**
 * Parses a caller's `metadata` and `filter` into one normal form. Returns undefined if both are empty.
 *
 * Operators: `$and $or` (arrays), `$not`, and per field `$eq $ne $gt $gte $lt $lte $in $exists`; a bare value means
 * `$eq`. A field may be a dotted path. A missing field passes only `$ne`, `$exists: false` and `$not`. An array field
 * passes a comparison if one of its items does.
 * @param at JSON pointer of the filter in the request.
 * @throws QuarryError `invalid_request` that names the invalid part.
 */
export function parseFilter(
  metadata: Metadata | undefined,
  filter: Metadata | undefined,
  at = "/filter",
): Filter | undefined {
  const parts: Filter[] = [];
  if (metadata && Object.keys(metadata).length > 0) parts.push({ kind: "contains", value: metadata });
  if (filter && Object.keys(filter).length > 0) parts.push(parseObject(filter, at, { nodes: 0 }));
  return parts.length > 1 ? { kind: "and", parts } : parts[0];
}

function fail(path: string, message: string): never {
  throw new QuarryError("invalid_request", `Invalid filter: ${path} ${message}.`, {
    details: [{ path, message }],
  });
}

function parseObject(value: Json, at: string, budget: { nodes: number }): Filter {
  if (typeof value !== "object" || value === null || Array.isArray(value)) fail(at, "must be an object");
  const conditions = Object.entries(value);
  // Empty objects count too: a long list of them costs time for every document.
  budget.nodes += Math.max(1, conditions.length);
  if (budget.nodes > MAX_FILTER_NODES) fail(at, `must hold at most ${MAX_FILTER_NODES} conditions`);
  const parts = conditions.map(([key, operand]): Filter => {
    const here = `${at}/${key}`;
    if (key === "$and" || key === "$or") {
      if (!Array.isArray(operand) || operand.length === 0) fail(here, "must be a non-empty array of filters");
      const parts = operand.map((part, index) => parseObject(part, `${here}/${index}`, budget));
      return { kind: key === "$and" ? "and" : "or", parts };
    }
    if (key === "$not") return { kind: "not", part: parseObject(operand, here, budget) };
    if (key.startsWith("$")) fail(here, "is not an operator; use $and, $or, $not or a field name");
    return parseField(key.split("."), operand, here);
  });
  return parts.length === 1 && parts[0] ? parts[0] : { kind: "and", parts };
}

function parseField(path: readonly string[], operand: Json, at: string): Filter {
  if (path.includes("")) fail(at, "has an empty name in its path");
  const { metadataMaxDepth } = LIMITS;
  if (path.length > metadataMaxDepth) fail(at, `names more than ${metadataMaxDepth} levels`);
  if (typeof operand !== "object" || operand === null) return { kind: "in", path, values: [operand] };
  if (Array.isArray(operand))
    fail(at, "must be a value or an object of operators; use $in for several values");
  const parts = Object.entries(operand).map(([operator, value]) => parseOperator(path, operator, value, at));
  if (parts.length === 0) fail(at, "must hold at least one operator");
  return parts.length === 1 && parts[0] ? parts[0] : { kind: "and", parts };
}

function parseOperator(path: readonly string[], operator: string, value: Json, at: string): Filter {
  const here = `${at}/${operator}`;
  switch (operator) {
    case "$eq":
      return { kind: "in", path, values: [scalar(value, here)] };
    case "$ne":
      return { kind: "not", part: { kind: "in", path, values: [scalar(value, here)] } };
    case "$in":
      if (!Array.isArray(value) || value.length > 1000) fail(here, "must be an array of at most 1000 values");
      return { kind: "in", path, values: value.map((item, index) => scalar(item, `${here}/${index}`)) };
    case "$exists": {
      if (typeof value !== "boolean") fail(here, "must be true or false");
      const part: Filter = { kind: "exists", path };
      return value ? part : { kind: "not", part };
    }
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      if (typeof value !== "number" && typeof value !== "string") fail(here, "must be a number or a string");
      return { kind: "compare", path, operator, value };
    default:
      return fail(here, "is not an operator; use $eq, $ne, $gt, $gte, $lt, $lte, $in or $exists");
  }
}

function scalar(value: Json, at: string): Scalar {
  if (typeof value === "object" && value !== null)
    fail(at, "must be a string, a number, true, false or null");
  return value;
}

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
    case "in":
      return includesAny(filter.values, itemsAt(metadata, filter.path));
    case "compare":
      return itemsAt(metadata, filter.path).some((item) => compare(item, filter.operator, filter.value));
  }
}

function includesAny(values: readonly Scalar[], items: readonly Json[]): boolean {
  const [only] = items;
  if (items.length <= 1) return only !== undefined && values.includes(only as Scalar);
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

function itemsAt(metadata: Metadata, path: readonly string[]): readonly Json[] {
  const value = valueAt(metadata, path);
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
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
