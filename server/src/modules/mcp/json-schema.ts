import { ICON_FORMAT, TEXT_FORMAT } from "@quarry/schema";
import type { TObject } from "@sinclair/typebox";

/** A JSON Schema of an object, as tools describe what they take and answer. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties?: { [name: string]: object };
  readonly required?: string[];
  readonly [keyword: string]: unknown;
}

/** Formats that only our own validator knows: a client's would warn of them, or refuse them. */
const OUR_FORMATS: readonly unknown[] = [TEXT_FORMAT, ICON_FORMAT];

/** A TypeBox schema as plain JSON Schema that any client understands. */
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
    if (key === "format" && OUR_FORMATS.includes(value)) return [];
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
