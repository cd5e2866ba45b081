import { ICON_FORMAT, TEXT_FORMAT } from "@quarry/schema";
import type { TObject } from "@sinclair/typebox";

/** The JSON Schema of a tool's input or output. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties?: { [name: string]: object };
  readonly required?: string[];
  readonly [keyword: string]: unknown;
}

/** Formats that only this service's validator supports. A client's validator would warn about them or reject them. */
const CUSTOM_FORMATS: readonly unknown[] = [TEXT_FORMAT, ICON_FORMAT];

/** Converts a TypeBox schema to plain JSON Schema, which any client understands. */
export function toJsonSchema({ properties, required, additionalProperties }: TObject): ObjectSchema {
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, toPlain(schema)]),
    ),
    ...(required === undefined ? {} : { required: [...required] }),
    ...(additionalProperties === false ? { additionalProperties } : {}),
  };
}

function toPlain(schema: object): object {
  const entries = Object.entries(schema).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    if (key === "format" && CUSTOM_FORMATS.includes(value)) return [];
    if (key === "anyOf" && Array.isArray(value) && value.every(isLiteral))
      return [
        ["type", "string"],
        ["enum", value.map((literal) => literal.const)],
      ];
    return [[key, plainValue(value)]];
  });
  return Object.fromEntries(entries);
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  return typeof value === "object" && value !== null ? toPlain(value) : value;
}

function isLiteral(schema: unknown): schema is { const: string } {
  return (
    typeof schema === "object" && schema !== null && "const" in schema && typeof schema.const === "string"
  );
}
