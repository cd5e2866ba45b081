import { Type } from "@sinclair/typebox";

/** One of several texts. Where it is refused, its description says which are allowed. */
export function OneOf<const Value extends string>(values: readonly Value[], note = "", standard?: Value) {
  return Type.Unsafe<Value>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      {
        description: `one of ${values.join(", ")}${note}`,
        ...(standard === undefined ? {} : { default: standard }),
      },
    ),
  );
}
