import { Kind, Type, TypeRegistry } from "@sinclair/typebox";
import { expects } from "./expected.ts";

/** The TypeBox kind of string enums. */
export const ONE_OF_KIND = "QuarryOneOf";

TypeRegistry.Set(ONE_OF_KIND, (schema: { enum: readonly unknown[] }, value: unknown) =>
  schema.enum.includes(value),
);

/**
 * A string enum. It is not a union of literals, whose description and default the OpenAPI plug-in drops.
 * @param note Added to the list of values in validation errors.
 */
export function OneOf<const Value extends string>(
  values: readonly Value[],
  { description, note = "", ...options }: { description: string; note?: string; default?: Value },
) {
  return Type.Unsafe<Value>({
    [Kind]: ONE_OF_KIND,
    type: "string",
    enum: [...values],
    description,
    ...options,
    ...expects(`one of ${values.join(", ")}${note}`),
  });
}
