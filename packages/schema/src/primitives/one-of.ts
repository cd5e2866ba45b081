import { Type } from "@sinclair/typebox";

/** A string enum. Its description lists the allowed values and is used in validation errors. */
export function OneOf<const Value extends string>(values: readonly Value[], note = "", defaultValue?: Value) {
  return Type.Unsafe<Value>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      {
        description: `one of ${values.join(", ")}${note}`,
        ...(defaultValue === undefined ? {} : { default: defaultValue }),
      },
    ),
  );
}
