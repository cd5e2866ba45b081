import type { Reference, Target } from "../target.ts";

/** Names a quantity at one size. */
export type At = (
  part: string,
  line: string,
  side: Reference["side"],
  quantity: Reference["quantity"],
) => Reference;

/** The sizes of the growth's lines. */
export const SIZES = { smallest: 10_000, large: 200_000, million: 1_000_000 } as const;

/** The lines of the part that asks a large and a small space in turn. */
export const GROWTH_LINES = {
  large: "hybrid, 1 connection",
  small: `hybrid, 1 connection, ${SIZES.smallest.toLocaleString("en")} chunks in turn`,
} as const;

/** Names quantities at a size. */
export const atSize =
  (size: number): At =>
  (part, line, side, quantity) => ({ part, size, line, side, quantity });

/** A rate that must reach a multiple of another. */
export function rate(
  of: Reference,
  beside: Reference,
  limit: number,
  title: string,
  before?: string,
): Target {
  return { title, of, beside, bound: "at least", limit, unit: "x", ...(before ? { before } : {}) };
}
