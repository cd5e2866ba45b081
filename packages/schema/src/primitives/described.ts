import { type TSchema, Type } from "@sinclair/typebox";

/** The same schema with another description, for a field that says more than the type of its value. */
export function described<Schema extends TSchema>(schema: Schema, description: string): Schema {
  return { ...schema, description };
}

/** A value of the schema, or null. The description says what null means. */
export function Nullable<Schema extends TSchema>(schema: Schema, description: string) {
  // OpenAPI merges the two into one schema, with the description of the first.
  return Type.Union([described(schema, description), Type.Null()], { description });
}
