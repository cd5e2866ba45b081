import { METADATA_KIND } from "@quarry/schema";
import { Kind, type TObject } from "@sinclair/typebox";

/** The JSON Schema of a tool's input or output. */
export interface ObjectSchema {
  readonly type: "object";
  readonly properties?: { [name: string]: object };
  readonly required?: string[];
  readonly [keyword: string]: unknown;
}

/** The keywords that OpenAI's strict mode takes. The server checks the others too: its errors name what they ask for. */
const STRICT_KEYWORDS: ReadonlySet<string> = new Set([
  ...["type", "enum", "description", "minimum", "maximum", "minItems", "maxItems"],
]);

/** Converts a TypeBox schema to plain JSON Schema, for the answers of a tool. */
export function toOutputSchema({ properties, required }: TObject): ObjectSchema {
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, withoutFormats(schema)]),
    ),
    ...(required === undefined ? {} : { required: [...required] }),
  };
}

/** Formats that only this service's validator knows. Validators of clients would warn about them or reject them. */
function withoutFormats(schema: object): object {
  const entries = Object.entries(schema).filter(([key]) => key !== "format");
  return Object.fromEntries(entries.map(([key, value]: [string, unknown]) => [key, plain(value)]));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === "object" && value !== null ? withoutFormats(value) : value;
}

/**
 * Converts a TypeBox schema to JSON Schema that OpenAI's strict mode takes, for the arguments of a tool: objects are
 * closed, what may be left out may also be null, and a free-form object is JSON as text, because strict mode has no open
 * objects. `readArguments` reads such arguments.
 */
export function toInputSchema({ properties, required = [] }: TObject): ObjectSchema {
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        const strict = toStrict(schema);
        return [name, required.includes(name) ? strict : orNull(strict)];
      }),
    ),
    ...(required.length > 0 ? { required: [...required] } : {}),
    additionalProperties: false,
  };
}

function toStrict(schema: object): StrictSchema {
  const description = describe(schema);
  if (isJsonText(schema)) return { type: "string", ...description };
  if (isObject(schema)) return { ...toInputSchema(schema), ...description };
  const { anyOf, items } = schema as { anyOf?: object[]; items?: object };
  const kept = Object.entries(schema).filter(([key]) => STRICT_KEYWORDS.has(key));
  return {
    ...Object.fromEntries(kept),
    ...(anyOf ? { anyOf: anyOf.map(toStrict) } : {}),
    ...(items ? { items: toStrict(items) } : {}),
    ...description,
  };
}

interface StrictSchema {
  readonly type?: string;
  readonly anyOf?: readonly object[];
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

function orNull({ description, ...schema }: StrictSchema): object {
  const whole = description === undefined ? {} : { description };
  const variants = schema.anyOf ?? [schema];
  const hasNull = variants.some((variant) => "type" in variant && variant.type === "null");
  return { anyOf: hasNull ? variants : [...variants, { type: "null" }], ...whole };
}

/** The description with the default, for which strict mode has no keyword. */
function describe(schema: object): { description?: string } {
  const { description, default: value } = schema as { description?: string; default?: unknown };
  const isSaid = value === undefined || description?.includes("Default") === true;
  const text = [description, isSaid ? undefined : `Default: ${JSON.stringify(value)}.`];
  const parts = text.filter((part) => part !== undefined);
  return parts.length === 0 ? {} : { description: parts.join(" ") };
}

/** True for a free-form object, which arguments carry as JSON text. */
export function isJsonText(schema: object): boolean {
  return Reflect.get(schema, Kind) === METADATA_KIND;
}

/** True for an object with known fields. */
export function isObject(schema: object): schema is TObject {
  return "properties" in schema && typeof schema.properties === "object";
}
