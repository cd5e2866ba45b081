import { FormatRegistry, Type } from "@sinclair/typebox";

/** Name of the string format that every free text of the interface carries. */
export const TEXT_FORMAT = "unicode-text";

// Clients run on Node 18 too, which does not have it.
const isWellFormed = (value: string): boolean =>
  "isWellFormed" in String.prototype ? value.isWellFormed() : !/\p{Surrogate}/u.test(value);

/** True when `value` can be stored as UTF-8 text: no NUL character and no lone surrogate. */
export function isStorableText(value: string): boolean {
  return !value.includes("\u0000") && isWellFormed(value);
}

FormatRegistry.Set(TEXT_FORMAT, isStorableText);

/** A string that PostgreSQL can store: bounded, without NUL characters and lone surrogates. */
export function Text(options: {
  minLength?: number;
  maxLength: number;
  description?: string;
  title?: string;
}) {
  return Type.String({ ...options, format: TEXT_FORMAT });
}

/** An ISO 8601 instant, UTC, with milliseconds, as every response carries. */
export const Timestamp = Type.String({
  description: "ISO 8601, UTC, milliseconds",
  examples: ["2026-01-31T08:30:00.000Z"],
});
