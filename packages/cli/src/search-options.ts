import { QUERY_MODES } from "@quarry/schema";
import type { optionReader } from "./option-reader.ts";

/** Options of the commands that ask a question. */
export const SEARCH_OPTIONS = {
  "top-k": { type: "string" },
  mode: { type: "string" },
  threshold: { type: "string" },
  full: { type: "boolean" },
  json: { type: "boolean" },
} as const;

/** What {@link SEARCH_OPTIONS} mean. */
export const SEARCH_USAGE = `  --top-k N              most passages, 1 to 100 (default 10)
  --mode MODE            hybrid (default), vector or lexical
  --threshold MINIMUM    leaves out passages whose similarity is lower (0 to 1)
  --full                 shows whole passages, not their beginnings
  --json                 prints the answer as JSON
  --url URL, --key KEY   the server and an API key; else QUARRY_URL and QUARRY_API_KEY, or those of quarry login`;

/** The fields of a question. */
export function readSearch(
  { fail, number, choice }: ReturnType<typeof optionReader>,
  values: { "top-k"?: string | undefined; mode?: string | undefined; threshold?: string | undefined },
  positionals: readonly string[],
) {
  const query = positionals.join(" ").trim();
  if (query === "") return fail("The question is missing.");
  const topK = number("--top-k", values["top-k"], { least: 1, most: 100 });
  const threshold = number("--threshold", values.threshold, { least: 0, most: 1, isWhole: false });
  const mode = choice("--mode", values.mode, QUERY_MODES);
  return {
    query,
    ...(topK === undefined ? {} : { topK }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(mode === undefined ? {} : { mode }),
  };
}
