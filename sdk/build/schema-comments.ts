/** The parts of a schema that describe it and its parts. */
export interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly patternProperties?: Readonly<Record<string, Described>>;
}

/** The JSDoc comment for a field with one of these schemas; empty without a description. */
export function commentOf(schemas: readonly Described[]): string {
  const text = schemas.find(({ description }) => description !== undefined)?.description;
  return text === undefined ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`;
}

/** A schema, and the variants of a choice. */
export function partsOf(schema: Described): Described[] {
  return [schema, ...(schema.anyOf ?? []).flatMap(partsOf)];
}

/** The schema of a field, if the schema has it. */
export function propertyOf({ properties }: Described, name: string): Described[] {
  const found = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return found ? [found] : [];
}

/** The schema of the items of an array, or of the values of a record. */
export function itemOf({ items, patternProperties }: Described): Described[] {
  return [...(items ? [items] : []), ...Object.values(patternProperties ?? {})];
}
