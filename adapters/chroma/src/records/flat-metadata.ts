import type { Json, Metadata } from "@quarry/schema";

/** Key that marks a record whose fields are not all stored flat. */
export const PARTIAL = "partial";

/** Limits per record: each field is a row in Chroma's database. */
const MAX_FIELDS = 24;
const MAX_ITEMS = 8;
const MAX_DEPTH = 4;
const MAX_TEXT = 200;
const MAX_KEY = 500;

/** Key of a field's value that is a string, a number or a boolean. */
export function valueKey(path: readonly string[]): string {
  return `=${JSON.stringify(path)}`;
}

/** Key that is true when a field is a list of plain values that contains a given item. */
export function itemKey(path: readonly string[], item: string | number | boolean): string {
  return `+${JSON.stringify([...path, item])}`;
}

/** Key that is true when a field is a list of plain values with at least one number. */
export function listKey(path: readonly string[]): string {
  return `*${JSON.stringify(path)}`;
}

/** Key that is true when a field holds anything else: null, a very long string, a list of lists. */
export function otherKey(path: readonly string[]): string {
  return `?${JSON.stringify(path)}`;
}

/** Returns true for a value that Chroma compares exactly as Quarry does. */
export function isPlain(value: Json): value is string | number | boolean {
  if (typeof value === "string") return value.length <= MAX_TEXT && value.isWellFormed();
  if (typeof value === "number") return Number.isSafeInteger(value) || !Number.isInteger(value);
  return typeof value === "boolean";
}

/**
 * Converts a document's metadata to flat fields, by which Chroma narrows a search before the filter itself is
 * evaluated. Everything that does not fit is marked, so that no matching record is excluded. Chroma keeps flat fields
 * of an earlier version; they let more records through, never fewer, and are not returned as metadata.
 */
export function flattenMetadata(metadata: Metadata): Record<string, string | number | boolean> {
  const fields: Record<string, string | number | boolean> = {};
  const visit = (value: Json, path: readonly string[]): void => {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      if (path.length < MAX_DEPTH)
        for (const [name, inner] of Object.entries(value)) visit(inner, [...path, name]);
      else fields[PARTIAL] = true;
      return;
    }
    const own = fieldsOf(value, path);
    const isTooMuch = Object.keys(fields).length + Object.keys(own).length > MAX_FIELDS;
    if (isTooMuch || Object.keys(own).some((key) => key.length > MAX_KEY)) fields[PARTIAL] = true;
    else Object.assign(fields, own);
  };
  visit(metadata, []);
  return fields;
}

function fieldsOf(value: Json, path: readonly string[]): Record<string, string | number | boolean> {
  if (isPlain(value)) return { [valueKey(path)]: value };
  if (!Array.isArray(value) || value.length > MAX_ITEMS || !value.every(isPlain))
    return { [otherKey(path)]: true };
  const fields = Object.fromEntries(value.map((item) => [itemKey(path, item), true]));
  return value.some((item) => typeof item === "number") ? { ...fields, [listKey(path)]: true } : fields;
}
