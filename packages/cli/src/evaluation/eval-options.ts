import type { QueryMode } from "@quarry/schema";
import { CONNECTION_OPTIONS } from "../connect.ts";
import { optionReader } from "../option-reader.ts";

/** How `quarry eval` is called. */
export const EVAL_USAGE = `Usage: quarry eval --space SPACE (--evaluation ID|NAME | --file golden.json|golden.jsonl) [options]

Asks the golden queries of a space and shows how well they are answered, with 95 % intervals.

  --space SPACE          id or slug of the space
  --evaluation ID|NAME   an evaluation that the space has
  --file FILE            golden queries, kept in the space under the file's name:
                         [{ "query": "...", "relevant": ["a.md", { "filename": "b.md", "grade": 2 }] }], or one a line
  --mode MODE            hybrid (default), vector or lexical
  --compare-mode MODE    asks a second time, and says whether it is better
  --k K                  ranks that count, 1 to 100 (default 10)
  --min-ndcg MINIMUM     ends with 1 when the nDCG of --mode is below it (0 to 1)
  --report FILE.html     writes a page with plots
  --json                 prints the run as JSON
  --url URL, --key KEY   the server and an API key; else QUARRY_URL and QUARRY_API_KEY, or those of quarry login

Examples:
  quarry eval --space handbook --file golden.json --min-ndcg 0.8 --report report.html
  quarry eval --space handbook --evaluation golden.json --mode hybrid --compare-mode lexical

Ends with 0, with 1 below --min-ndcg, and with 2 when it could not be done.`;

const { fail, readAlone, choice, number } = optionReader(EVAL_USAGE);
const MODES = ["hybrid", "vector", "lexical"] as const satisfies readonly QueryMode[];

/** What `quarry eval` was told. */
export interface EvalOptions {
  readonly space: string;
  readonly source: { readonly evaluation: string } | { readonly file: string };
  readonly mode: QueryMode | undefined;
  readonly compareMode: QueryMode | undefined;
  readonly k: number;
  readonly minNdcg: number | undefined;
  readonly report: string | undefined;
  readonly json: boolean;
  readonly url: string | undefined;
  readonly key: string | undefined;
}

/**
 * Reads the words after `quarry eval`.
 * @throws UsageError that says which one is wrong.
 */
export function readEvalOptions(args: readonly string[]): EvalOptions {
  const text = { type: "string" } as const;
  const values = readAlone(args, {
    ...{ space: text, evaluation: text, file: text, mode: text, "compare-mode": text, k: text },
    ...{ "min-ndcg": text, report: text, json: { type: "boolean" } },
    ...CONNECTION_OPTIONS,
  });
  const { space, evaluation, file } = values;
  if (!space) return fail("--space is missing: the id or slug of a space.");
  if ((evaluation === undefined) === (file === undefined)) fail("Give either --evaluation or --file.");
  return {
    space,
    source: file === undefined ? { evaluation: evaluation ?? "" } : { file },
    mode: choice("--mode", values.mode, MODES),
    compareMode: choice("--compare-mode", values["compare-mode"], MODES),
    k: number("--k", values.k, { least: 1, most: 100 }) ?? 10,
    minNdcg: number("--min-ndcg", values["min-ndcg"], { least: 0, most: 1, isWhole: false }),
    report: values.report,
    json: values.json ?? false,
    url: values.url,
    key: values.key,
  };
}
