import { type Json, object } from "../../contract/reading.ts";

/** The parts of a JSON schema that matter here. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** A place in a value: names of fields, and 0 for an item of an array. The empty path is the whole value. */
export type FieldPath = readonly (string | 0)[];

const MAX_DEPTH = 8;

/** A copy of a schema with the named schemas in place of the references to them. */
export function withoutReferences(schema: Json, description: Json, depth = 0): Schema {
  const resolved = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolved);
    return typeof part === "object" && part !== null
      ? withoutReferences(part as Json, description, depth + 1)
      : part;
  };
  const { $ref, ...own } = schema;
  if (typeof $ref === "string") {
    if (depth > MAX_DEPTH) return {};
    const { schemas } = object(description.components);
    return withoutReferences(object(object(schemas)[$ref.replace(/^.*\//, "")]), description, depth + 1);
  }
  return Object.fromEntries(Object.entries(own).map(([name, part]) => [name, resolved(part)]));
}

/** The variants of a schema that is a choice; else the schema itself. */
export function variantsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema];
}

/** True for a schema that accepts a value of the type. */
export function isOf({ type = [] }: Schema, name: string): boolean {
  return [type].flat().includes(name);
}

/** All places of a value, by its schema, each once, with the schema of what is there. */
export function fieldsOf(schema: Schema): ReadonlyMap<string, { path: FieldPath; schema: Schema }> {
  const found = new Map<string, { path: FieldPath; schema: Schema }>();
  const visit = (part: Schema, path: FieldPath): void => {
    const name = path.join("/");
    if (!found.has(name)) found.set(name, { path, schema: part });
    for (const variant of [...variantsOf(part), ...(part.allOf ?? [])]) {
      for (const [key, field] of Object.entries(variant.properties ?? {})) visit(field, [...path, key]);
      if (variant.items) visit(variant.items, [...path, 0]);
    }
  };
  visit(schema, []);
  return found;
}

/** A copy of a value with another value at a place; undefined removes the field. */
export function withValue(value: unknown, [key, ...rest]: FieldPath, changed: unknown): unknown {
  if (key === undefined) return changed;
  if (key === 0) return [withValue(Array.isArray(value) ? value[0] : undefined, rest, changed)];
  const fields = new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  return Object.fromEntries([...fields, [key, withValue(fields.get(key), rest, changed)]]);
}
