/** The day on which the floors were measured. */
export const MEASURED = "2026-11-24";

/** A ratio of the small form that must not fall below its floor. */
export interface Floor {
  readonly name: string;
  /** Half of the ratio that was reached, the mean of two machines: 3.29, 5.34, 8.33 and .052; loading is of
   * three machines by 2026-11-28, 1.77, 1.81 and 1.15, and lexical of two more, 4.56 and 3.03. */
  readonly least: number;
}

/** Rates of Quarry divided by the rates beside it, at the size of the small form. */
export const FLOORS = {
  hybrid: { name: "hybrid questions beside Chroma's, 8 connections", least: 1.6 },
  lexical: { name: "lexical questions beside Chroma's vectors, 8 connections", least: 2.3 },
  filter: { name: "hybrid questions with a filter of 10 % beside Chroma's, 1 connection", least: 4.1 },
  hundred: { name: "a space of 100 chunks beside a bare Elysia handler, 8 connections", least: 0.026 },
  loading: { name: "loading beside Chroma with vectors given", least: 0.79 },
} as const satisfies Readonly<Record<string, Floor>>;
