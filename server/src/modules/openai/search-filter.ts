import { invalidField } from "@quarry/core/internal";
import type { Json, Metadata } from "@quarry/schema";

const ORDERS: Readonly<Record<string, string>> = { gt: "$gt", gte: "$gte", lt: "$lt", lte: "$lte" };

/**
 * Converts a filter of OpenAI's API into a metadata filter.
 * @throws QuarryError `invalid_request` for a filter that is malformed or that this server has no equivalent for.
 */
export function toMetadataFilter(filter: Json, at = "/filters"): Metadata {
  if (!isObject(filter)) throw invalidField(at, "must be an object with a type");
  const { type } = filter;
  if (type === "and" || type === "or") {
    const { filters } = filter;
    if (!Array.isArray(filters) || filters.length === 0)
      throw invalidField(`${at}/filters`, "must be a non-empty array of filters");
    return { [`$${type}`]: filters.map((one, index) => toMetadataFilter(one, `${at}/filters/${index}`)) };
  }
  return toComparison(filter, at);
}

function toComparison({ type, key, value }: Metadata, at: string): Metadata {
  if (typeof key !== "string" || key === "")
    throw invalidField(`${at}/key`, "must be the name of an attribute");
  if (key.includes(".") || key.startsWith("$"))
    throw invalidField(
      `${at}/key`,
      "must not contain a dot or start with $: this server reads such a name as a path or an operator. Rename the attribute",
    );
  const order = typeof type === "string" && Object.hasOwn(ORDERS, type) ? ORDERS[type] : undefined;
  if (order !== undefined) {
    if (typeof value !== "number" && typeof value !== "string")
      throw invalidField(`${at}/value`, "must be a number or a string");
    return { [key]: { [order]: value } };
  }
  switch (type) {
    case "eq":
      return { [key]: { $eq: scalar(value, `${at}/value`) } };
    case "ne":
      return { [key]: { $ne: scalar(value, `${at}/value`) } };
    case "in":
      return { [key]: { $in: scalars(value, `${at}/value`) } };
    case "nin":
      return { $not: { [key]: { $in: scalars(value, `${at}/value`) } } };
    default:
      throw invalidField(`${at}/type`, "must be one of eq, ne, gt, gte, lt, lte, in, nin, and, or");
  }
}

function scalar(value: Json | undefined, at: string): Json {
  if (value === undefined || typeof value === "object")
    throw invalidField(at, "must be a string, a number, true or false");
  return value;
}

function scalars(value: Json | undefined, at: string): Json[] {
  if (!Array.isArray(value) || value.length > 1000)
    throw invalidField(at, "must be an array of at most 1000 values");
  return value.map((one, index) => scalar(one, `${at}/${index}`));
}

function isObject(value: Json): value is Metadata {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
