import type { Quantity, Side, Size } from "./result.ts";

/** Names a quantity of a result. */
export interface Reference {
  readonly part: string;
  readonly size: Size;
  readonly line: string;
  readonly side: Side;
  readonly quantity: Quantity;
}

/** A line of the table: a quantity, or its ratio to another one, and the bound that it must reach. */
export interface Target {
  readonly title: string;
  readonly of: Reference;
  /** The divisor; without one, the quantity itself is compared. */
  readonly beside?: Reference;
  readonly bound: "at least" | "at most";
  readonly limit: number;
  readonly unit: "x" | "s" | "MB" | "ms" | "";
  /** The figure before this work, as the table showed it. */
  readonly before?: string;
}
