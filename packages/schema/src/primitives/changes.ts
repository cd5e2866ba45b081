import { type TOptional, type TProperties, type TSchema, Type } from "@sinclair/typebox";

/** The fields of a new record, in a `PATCH`. */
export type Changes<Fields extends TProperties> = { [Name in keyof Fields]: TOptional<Fields[Name]> };

/** The default of a field in a new record, at the end of its description. */
const DEFAULT = / Default: [^.]*\.$/;

/** Returns the fields of a new record for a `PATCH`: a field that is left out keeps its value, and the descriptions say so. */
export function changesOf<Fields extends TProperties>(fields: Fields): Changes<Fields> {
  const changes = Object.entries(fields).map(([name, field]) => [name, Type.Optional(changeOf(field))]);
  return Object.fromEntries(changes) as Changes<Fields>;
}

function changeOf(field: TSchema): TSchema {
  const { description = "", anyOf } = field;
  return {
    ...field,
    description: `${description.replace(DEFAULT, "")} Default: unchanged.`,
    // OpenAPI shows the description of a variant instead of the field's.
    ...(anyOf
      ? { anyOf: anyOf.map((part: TSchema) => ("description" in part ? changeOf(part) : part)) }
      : {}),
  };
}
