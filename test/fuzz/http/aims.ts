import type { BodyFormat, Operation, Parameter } from "./operations.ts";
import { type FieldPath, fieldsOf, type Schema } from "./schema.ts";

/** What a request breaks. */
export type Aim = { readonly operation: Operation } & (
  | { readonly kind: "field"; readonly format: BodyFormat; readonly path: FieldPath; readonly schema: Schema }
  | { readonly kind: "bytes"; readonly format: BodyFormat }
  | { readonly kind: "parameter"; readonly parameter: Parameter }
  | { readonly kind: "nothing" | "query" | "path" | "header" | "method" | "frame" | "caller" }
);

const EVERYWHERE = ["nothing", "query", "path", "header", "method", "frame", "caller"] as const;

/** Everything that a request can break: each field and each parameter of each operation, and the parts that all have. */
export function aimsOf(operations: readonly Operation[]): Aim[] {
  return operations.flatMap((operation) => [
    ...EVERYWHERE.map((kind) => ({ kind, operation })),
    ...operation.parameters.map((parameter) => ({ kind: "parameter", operation, parameter }) as const),
    ...[...operation.bodies].flatMap(([format, schema]): Aim[] => [
      { kind: "bytes", operation, format },
      ...[...fieldsOf(schema).values()].map(
        (field) => ({ kind: "field", operation, format, ...field }) as const,
      ),
    ]),
  ]);
}
