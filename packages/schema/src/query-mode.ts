/** How a query ranks: both legs, dense vectors alone, or words alone. */
export const QUERY_MODES = ["hybrid", "vector", "lexical"] as const;
/** One way of ranking. */
export type QueryMode = (typeof QUERY_MODES)[number];
