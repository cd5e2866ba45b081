import { invalidField } from "@quarry/core/internal";
import type { Json } from "@quarry/schema";

/** Reads the value of the condition at a JSON pointer. @throws QuarryError `invalid_request` if it has the wrong type. */
export type ReadValue<Value> = (value: Json | undefined, at: string) => Value;

/** Reads a single value. */
export const scalar: ReadValue<string | number | boolean> = (value, at) => {
  if (value === undefined || typeof value === "object")
    throw invalidField(`${at}/value`, "must be a string or a number");
  return value;
};

/** A text that is a number also means the number, because Dify sends numbers as text. */
export function variants<Value extends string | number | boolean>(value: Value): (Value | number)[] {
  const isNumber = typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
  return isNumber ? [value, Number(value)] : [value];
}

/** Reads an array, or a text with commas. */
export const list: ReadValue<Json[]> = (value, at) => {
  const values = typeof value === "string" ? value.split(",").map((one) => one.trim()) : value;
  if (!Array.isArray(values) || values.length > 1000)
    throw invalidField(`${at}/value`, "must be an array of at most 1000 values");
  return values.flatMap((one) => variants(scalar(one, at)));
};

/** Reads a number, also as text. */
export const number: ReadValue<number> = (value, at) => {
  const found = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof found !== "number" || !Number.isFinite(found))
    throw invalidField(`${at}/value`, "must be a number");
  return found;
};

/** Reads a date: text that sorts by time, or seconds since 1970. */
export const date: ReadValue<string | number> = (value, at) => {
  if (typeof value !== "string" && typeof value !== "number")
    throw invalidField(`${at}/value`, "must be a date as text or a number of seconds");
  return value;
};

/** Reads the start of a text. */
export const prefix: ReadValue<string> = (value, at) => {
  if (typeof value !== "string" && typeof value !== "number")
    throw invalidField(`${at}/value`, "must be a text");
  return String(value);
};
