import type { TObject } from "@sinclair/typebox";
import { isJsonText, isObject } from "./json-schema.ts";

/**
 * Reads the arguments of a tool call as clients of `toInputSchema` write them: null stands for a field that is left out, and
 * JSON text for a free-form object. An object is taken as it is. What it cannot read stays, for the check to refuse.
 */
export function readArguments(input: TObject, given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const { properties, required = [] } = input;
  const read: [string, unknown][] = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) return [[name, value]];
    if (value === null && !required.includes(name) && !takesNull(schema)) return [];
    if (isJsonText(schema)) return [[name, readJson(value)]];
    return [[name, isObject(schema) ? readArguments(schema, value) : value]];
  });
  return Object.fromEntries(read);
}

function takesNull(schema: object): boolean {
  const { anyOf = [] } = schema as { anyOf?: { type?: string }[] };
  return anyOf.some(({ type }) => type === "null");
}

function readJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
