import { invalidField } from "@quarry/core/internal";
import { expects, type Json, type Metadata, metadataProblem } from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";

const Name = Type.String({ minLength: 1, maxLength: 200 });

/** The conditions of a question to an external knowledge base. */
export const MetadataCondition = Type.Object({
  logical_operator: Type.Optional(
    Type.Union([Type.Literal("and"), Type.Literal("or"), Type.Null()], expects("and or or")),
  ),
  conditions: Type.Optional(
    Type.Union([
      Type.Array(
        Type.Object({
          name: Type.Union([Name, Type.Array(Name, { minItems: 1, maxItems: 20 })], {
            ...expects("the name of a metadata field, or an array of names"),
          }),
          comparison_operator: Type.String({ maxLength: 40 }),
          value: Type.Optional(Type.Unknown()),
        }),
        { maxItems: 100 },
      ),
      Type.Null(),
    ]),
  ),
});
/** Static type of {@link MetadataCondition}. */
export type MetadataCondition = Static<typeof MetadataCondition>;

const ORDERS: Readonly<Record<string, string>> = {
  ...{ ">": "$gt", "≥": "$gte", "<": "$lt", "≤": "$lte" },
  ...{ before: "$lt", after: "$gt" },
};

/**
 * Converts the conditions into a metadata filter. With several names, one of the fields must fulfil the condition.
 * @throws QuarryError `invalid_request` for an operator that Quarry's filters do not have.
 */
export function toConditionFilter({ logical_operator, conditions }: MetadataCondition): Metadata {
  if (!conditions || conditions.length === 0) return {};
  const parts = conditions.map(({ name, comparison_operator, value }, index) => {
    const at = `/metadata_condition/conditions/${index}`;
    const names = typeof name === "string" ? [name] : name;
    return { $or: names.map((one) => toFilter(one, comparison_operator, value as Json | undefined, at)) };
  });
  const filter = { [logical_operator === "or" ? "$or" : "$and"]: parts };
  const problem = metadataProblem(filter);
  if (problem !== null) throw invalidField("/metadata_condition", problem);
  return filter;
}

function toFilter(name: string, operator: string, value: Json | undefined, at: string): Metadata {
  const order = Object.hasOwn(ORDERS, operator) ? ORDERS[operator] : undefined;
  // Dify sends numbers as text.
  if (order !== undefined && (operator === "before" || operator === "after"))
    return { [name]: { [order]: text(value, at) } };
  if (order !== undefined) return { [name]: { [order]: number(value, at) } };
  switch (operator) {
    case "is":
      return { [name]: { $in: variants(scalar(value, at)) } };
    case "is not":
      return { $not: { [name]: { $in: variants(scalar(value, at)) } } };
    case "=":
      return { [name]: { $eq: number(value, at) } };
    case "≠":
      return { [name]: { $ne: number(value, at) } };
    case "in":
      return { [name]: { $in: list(value, at) } };
    case "not in":
      return { $not: { [name]: { $in: list(value, at) } } };
    case "empty":
      return { $not: notEmpty(name) };
    case "not empty":
      return notEmpty(name);
    default:
      throw invalidField(
        `${at}/comparison_operator`,
        'is not supported by this server: use "is", "is not", "in", "not in", "empty", "not empty", "=", "≠", ">", "<", "≥", "≤", "before" or "after"',
      );
  }
}

function notEmpty(name: string): Metadata {
  return { $and: [{ [name]: { $exists: true } }, { $not: { [name]: { $in: ["", null] } } }] };
}

function scalar(value: Json | undefined, at: string): string | number | boolean {
  if (value === undefined || typeof value === "object")
    throw invalidField(`${at}/value`, "must be a string or a number");
  return value;
}

/** A text that is a number also means the number, because Dify has texts only. */
function variants(value: string | number | boolean): Json[] {
  const isNumber = typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
  return isNumber ? [value, Number(value)] : [value];
}

function list(value: Json | undefined, at: string): Json[] {
  const values = typeof value === "string" ? value.split(",").map((one) => one.trim()) : value;
  if (!Array.isArray(values) || values.length > 1000)
    throw invalidField(`${at}/value`, "must be an array of at most 1000 values");
  return values.flatMap((one) => variants(scalar(one, at)));
}

function number(value: Json | undefined, at: string): number {
  const found = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof found !== "number" || !Number.isFinite(found))
    throw invalidField(`${at}/value`, "must be a number");
  return found;
}

function text(value: Json | undefined, at: string): string {
  if (typeof value !== "string") throw invalidField(`${at}/value`, "must be a date as text");
  return value;
}
