import type { Metadata } from "@quarry/schema";

/** A value that filter operators compare with. */
export type Scalar = string | number | boolean | null;

/** A metadata filter in normal form, as every store receives it. A `path` lists the names through nested objects. */
export type Filter =
  | { readonly kind: "contains"; readonly value: Metadata }
  | { readonly kind: "and"; readonly parts: readonly Filter[] }
  | { readonly kind: "or"; readonly parts: readonly Filter[] }
  | { readonly kind: "not"; readonly part: Filter }
  | {
      readonly kind: "compare";
      readonly path: readonly string[];
      readonly operator: Order;
      readonly value: string | number;
    }
  | { readonly kind: "in"; readonly path: readonly string[]; readonly values: readonly Scalar[] }
  | { readonly kind: "exists"; readonly path: readonly string[] };

/** A comparison operator. */
export type Order = "$gt" | "$gte" | "$lt" | "$lte";
