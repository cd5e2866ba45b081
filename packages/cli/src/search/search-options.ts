import type { QueryMode } from "@quarry/schema";
import { CONNECTION_USAGE } from "../connection/connect.ts";
import type { optionReader } from "../options/option-reader.ts";

/** The modes of a search. Not imported, because the schemas take time to load. */
export const QUERY_MODE_NAMES = ["hybrid", "vector", "lexical"] as const satisfies readonly QueryMode[];

/** Options of `quarry query` and `quarry ask`. */
export const SEARCH_OPTIONS = {
  "top-k": { type: "string" },
  mode: { type: "string" },
  threshold: { type: "string" },
  full: { type: "boolean" },
  json: { type: "boolean" },
} as const;

/** The help text of {@link SEARCH_OPTIONS} and the connection options. */
export const SEARCH_USAGE = `  --top-k N              Maximum number of passages, 1 to 100 (default 10)
  --mode MODE            hybrid (default), vector or lexical
  --threshold MINIMUM    Omit passages with a lower similarity (0 to 1)
  --full                 Print whole passages instead of excerpts
  --json                 Print the response as JSON
${CONNECTION_USAGE}`;

/** Reads the query and the search options. */
export function readSearch(
  { fail, number, choice }: ReturnType<typeof optionReader>,
  values: { "top-k"?: string | undefined; mode?: string | undefined; threshold?: string | undefined },
  positionals: readonly string[],
) {
  const query = positionals.join(" ").trim();
  if (query === "") return fail("Missing question.");
  const topK = number("--top-k", values["top-k"], { min: 1, max: 100 });
  const threshold = number("--threshold", values.threshold, { min: 0, max: 1, isInteger: false });
  const mode = choice("--mode", values.mode, QUERY_MODE_NAMES);
  return {
    query,
    ...(topK === undefined ? {} : { topK }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(mode === undefined ? {} : { mode }),
  };
}
