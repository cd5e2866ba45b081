import { type Json, LIMITS, type Metadata } from "@quarry/schema";
import { QuarryError } from "../errors.ts";
import type { Filter, Scalar } from "./filter.ts";

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
