/** How a query searches: both ways, by vectors only, or by words only. */
export const QUERY_MODES = ["hybrid", "vector", "lexical"] as const;
/** One of the modes. */
export type QueryMode = (typeof QUERY_MODES)[number];
