import type { Json, Metadata } from "@quarry/schema";

/** Set on a record some of whose fields are not written flat. */
export const PARTIAL = "partial";

/** Each is a row in Chroma's database. */
const MAX_FIELDS = 24;
const MAX_ITEMS = 8;
const MAX_DEPTH = 4;
const MAX_TEXT = 200;
const MAX_KEY = 500;

/** Key of a field's value when it is a text, a number, true or false. */
export function valueKey(path: readonly string[]): string {
  return `=${JSON.stringify(path)}`;
}

/** Key that is true when a field is a list that holds a value, all of its values being such as stand alone. */
export function itemKey(path: readonly string[], item: string | number | boolean): string {
  return `+${JSON.stringify([...path, item])}`;
}

/** Key that is true when a field is a list whose items have keys, one of them a number. */
export function listKey(path: readonly string[]): string {
  return `*${JSON.stringify(path)}`;
}

/** Key that is true when a field holds anything else: null, a very long text, a list of lists. */
export function otherKey(path: readonly string[]): string {
  return `?${JSON.stringify(path)}`;
}

/** True for a value that Chroma compares exactly as we do. */
export function isPlain(value: Json): value is string | number | boolean {
  if (typeof value === "string") return value.length <= MAX_TEXT && value.isWellFormed();
  if (typeof value === "number") return Number.isSafeInteger(value) || !Number.isInteger(value);
  return typeof value === "boolean";
}

/**
 * A document's metadata as flat fields, for narrowing a search in Chroma before the filter itself looks: whatever
 * does not fit is marked, so that a record that may pass is never left out. Chroma keeps fields of an earlier version
 * that are not written again; these let more records through, never fewer, and are not read as metadata.
 */
export function flattened(metadata: Metadata): Record<string, string | number | boolean> {
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
