import { Kind, type TSchema, Type, TypeRegistry } from "@sinclair/typebox";
import { LIMITS } from "./limits.ts";
import { isStorableText } from "./text.ts";

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Free-form metadata: a JSON object. */
export type Metadata = { [key: string]: Json };

/**
 * Returns the problem of a metadata value, or null if it is valid: a JSON object of at most
 * {@link LIMITS.metadataMaxDepth} levels and {@link LIMITS.metadataMaxChars} characters of keys and values.
 */
export function metadataProblem(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "must be a JSON object";
  let chars = 0;
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.depth > LIMITS.metadataMaxDepth)
      return `must not nest deeper than ${LIMITS.metadataMaxDepth} levels`;
    if (typeof next.value === "number" && !Number.isFinite(next.value))
      return "must not contain numbers beyond 1.8e308, which JSON cannot write";
    const texts: string[] = typeof next.value === "string" ? [next.value] : [];
    if (typeof next.value === "object" && next.value !== null) {
      const depth = next.depth + 1;
      // Check the size before queueing the values, because there may be millions.
      if (Array.isArray(next.value) && isTooLarge(chars, pending.length + next.value.length))
        return TOO_LARGE;
      for (const key in next.value) {
        if (isTooLarge(chars, pending.length)) return TOO_LARGE;
        if (!Array.isArray(next.value)) texts.push(key);
        pending.push({ value: (next.value as Record<string, unknown>)[key], depth });
      }
    }
    for (const text of texts) {
      if (!isStorableText(text)) return "must not contain NUL characters or lone surrogates";
      chars += text.length;
    }
    chars += CHARS_PER_VALUE;
    if (isTooLarge(chars, pending.length)) return TOO_LARGE;
  }
  return null;
}

const CHARS_PER_VALUE = 2;
const TOO_LARGE = `must hold at most ${LIMITS.metadataMaxChars} characters of keys and values`;

function isTooLarge(chars: number, pendingValues: number): boolean {
  return chars + CHARS_PER_VALUE * pendingValues > LIMITS.metadataMaxChars;
}

/** The TypeBox kind of metadata. */
export const METADATA_KIND = "QuarryMetadata";

TypeRegistry.Set(METADATA_KIND, (_schema: TSchema, value: unknown) => metadataProblem(value) === null);

/** A free-form JSON object, validated by {@link metadataProblem}. */
export const MetadataSchema = Type.Unsafe<Metadata>({
  [Kind]: METADATA_KIND,
  type: "object",
  additionalProperties: true,
  description: `Free-form JSON object of at most ${LIMITS.metadataMaxChars} characters of keys and values and ${LIMITS.metadataMaxDepth} levels.`,
});
