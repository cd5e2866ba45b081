import { FormatRegistry, Type } from "@sinclair/typebox";

/** Name of the string format of all free text. */
export const TEXT_FORMAT = "unicode-text";

// Node 18, which clients may run on, lacks `isWellFormed`.
const isWellFormed = (value: string): boolean =>
  "isWellFormed" in String.prototype ? value.isWellFormed() : !/\p{Surrogate}/u.test(value);

/** Reports whether `value` can be stored as UTF-8 text: no NUL characters and no lone surrogates. */
export function isStorableText(value: string): boolean {
  return !value.includes("\u0000") && isWellFormed(value);
}

FormatRegistry.Set(TEXT_FORMAT, isStorableText);

/** A string of limited length that PostgreSQL can store: without NUL characters and lone surrogates. */
export function Text(options: {
  minLength?: number;
  maxLength: number;
  description?: string;
  title?: string;
}) {
  return Type.String({ ...options, format: TEXT_FORMAT });
}

/** A timestamp in a response: ISO 8601, UTC, with milliseconds. */
export const Timestamp = Type.String({
  description: "Date and time in ISO 8601, in UTC with milliseconds.",
  examples: ["2026-01-31T08:30:00.000Z"],
});

/** A timestamp with a description that says what happened then. */
export function TimestampOf(description: string) {
  return Type.String({ ...Timestamp, description: `${description} ISO 8601, in UTC with milliseconds.` });
}
