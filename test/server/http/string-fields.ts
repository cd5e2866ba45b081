/** The parts of a JSON schema that matter here. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly allOf?: readonly FieldSchema[];
}

/** Where a text can be in a body: names of fields, and 0 for an item of an array. */
export type FieldPath = readonly (string | 0)[];

/** The places of a body that take any text, by its schema. An object of free fields takes it as a name and as a value. */
export function textFields(schema: FieldSchema, resolve: (ref: string) => FieldSchema): FieldPath[] {
  const known = schema.$ref === undefined ? schema : resolve(schema.$ref);
  const variants = [...(known.anyOf ?? []), ...(known.oneOf ?? []), ...(known.allOf ?? [])];
  const below = (key: string | 0, inner: FieldSchema) =>
    textFields(inner, resolve).map((path): FieldPath => [key, ...path]);
  return [
    ...variants.flatMap((variant) => textFields(variant, resolve)),
    ...Object.entries(known.properties ?? {}).flatMap(([name, field]) => below(name, field)),
    ...(known.items ? below(0, known.items) : []),
    ...(isOf(known, "string") ? [[]] : []),
    ...(isOf(known, "object") && !known.properties ? [["free"]] : []),
  ];
}

function isOf({ type = [] }: FieldSchema, name: string): boolean {
  return [type].flat().includes(name);
}

/** A copy of a body with a text at a place, in place of what is there. */
export function withText(body: unknown, [key, ...rest]: FieldPath, text: string): unknown {
  if (key === undefined) return text;
  if (key === 0) return [withText(Array.isArray(body) ? body[0] : undefined, rest, text)];
  const fields = new Map(typeof body === "object" && body !== null ? Object.entries(body) : []);
  return Object.fromEntries([...fields, [key, withText(fields.get(key), rest, text)]]);
}
