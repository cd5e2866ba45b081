import { invalidField } from "@quarry/core/internal";
import type { Json, Metadata } from "@quarry/schema";
import { date, list, number, prefix, scalar, variants } from "./condition-values.ts";

/** The filter of an operator for one metadata field. `at` is the JSON pointer of the condition. */
type Operator = (name: string, value: Json | undefined, at: string) => Metadata;

/** Dify's operators that a metadata filter can express. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["is", (name, value, at) => ({ [name]: { $in: variants(scalar(value, at)) } })],
  ["is not", (name, value, at) => ({ $not: { [name]: { $in: variants(scalar(value, at)) } } })],
  ["in", (name, value, at) => ({ [name]: { $in: list(value, at) } })],
  ["not in", (name, value, at) => ({ $not: { [name]: { $in: list(value, at) } } })],
  ["empty", (name) => ({ $not: notEmpty(name) })],
  ["not empty", notEmpty],
  ["start with", (name, value, at) => startsWith(name, prefix(value, at), at)],
  ["=", (name, value, at) => ({ [name]: { $eq: number(value, at) } })],
  ["≠", (name, value, at) => ({ [name]: { $ne: number(value, at) } })],
  [">", (name, value, at) => ({ [name]: { $gt: number(value, at) } })],
  ["≥", (name, value, at) => ({ [name]: { $gte: number(value, at) } })],
  ["<", (name, value, at) => ({ [name]: { $lt: number(value, at) } })],
  ["≤", (name, value, at) => ({ [name]: { $lte: number(value, at) } })],
  ["before", (name, value, at) => anyOf(variants(date(value, at)).map(($lt) => ({ [name]: { $lt } })))],
  ["after", (name, value, at) => anyOf(variants(date(value, at)).map(($gt) => ({ [name]: { $gt } })))],
]);

/** Dify's other operators: what to use instead. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  [
    "contains",
    '"start with" for the start of a text, or "is" or "in" for a whole value or an item of an array',
  ],
  ["not contains", '"is not" or "not in" for a whole value or an item of an array'],
  ["end with", 'a field that holds only the end of the text, with "is" or "in"'],
]);

/** The error for an operator that a metadata filter cannot express. */
export function unknownOperator(operator: string, at: string) {
  const instead = INSTEAD.get(operator);
  const names = [...OPERATORS.keys()].map((name) => `"${name}"`).join(", ");
  return invalidField(
    `${at}/comparison_operator`,
    instead === undefined
      ? `must be one of ${names}`
      : `cannot be "${operator}", because metadata filters compare whole values: use ${instead}`,
  );
}

const anyOf = (parts: Metadata[]): Metadata => ({ $or: parts });

function notEmpty(name: string): Metadata {
  return { $and: [{ [name]: { $exists: true } }, { $not: { [name]: { $in: ["", null] } } }] };
}

/**
 * Texts with a start are those from it on that are before all later texts without it. An array passes a comparison if one of
 * its items does, so two bounds could be passed by two items. Excluding what is outside requires the start of all its texts.
 */
function startsWith(name: string, start: string, at: string): Metadata {
  const isFrom: Metadata = { [name]: { $gte: start } };
  if (start === "") return isFrom;
  return {
    $and: [
      isFrom,
      { $not: anyOf([{ [name]: { $lt: start } }, { [name]: { $gte: firstBeyond(start, at) } }]) },
    ],
  };
}

/** The first text after all texts with this start, both by code point and by code unit, as stores compare. */
function firstBeyond(start: string, at: string): string {
  if (/[\uD7FF\uFFFF\u{10FFFF}]$/u.test(start))
    throw invalidField(`${at}/value`, "ends in a character that is not a letter: leave it out");
  const last = [...start].at(-1) ?? "";
  return start.slice(0, -last.length) + String.fromCodePoint((last.codePointAt(0) ?? 0) + 1);
}
