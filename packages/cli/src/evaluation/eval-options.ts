import type { QueryMode } from "@quarry/schema";
import { CONNECTION_OPTIONS, CONNECTION_USAGE } from "../connection/connect.ts";
import { optionReader } from "../options/option-reader.ts";
import { QUERY_MODE_NAMES } from "../search/search-options.ts";

/** The text of `quarry eval --help`. */
export const EVAL_USAGE = `Usage: quarry eval --space SPACE (--evaluation ID|NAME | --file golden.json|golden.jsonl) [options]

Runs the golden queries of a space and prints the metrics with 95 % confidence intervals.

  --space SPACE          Id or slug of the space
  --evaluation ID|NAME   An evaluation of the space
  --file FILE            Golden queries, saved in the space under the file's name:
                         [{ "query": "...", "relevant": ["a.md", { "filename": "b.md", "grade": 2 }] }],
                         or one query per line (.jsonl)
  --mode MODE            hybrid (default), vector or lexical
  --compare-mode MODE    Run the queries in a second mode and compare
  --k K                  Number of ranks to evaluate, 1 to 100 (default 10)
  --min-ndcg MINIMUM     Exit with 1 if the nDCG of --mode is lower (0 to 1)
  --report FILE.html     Write an HTML report with plots
  --json                 Print the run as JSON
${CONNECTION_USAGE}

Examples:
  quarry eval --space handbook --file golden.json --min-ndcg 0.8 --report report.html
  quarry eval --space handbook --evaluation golden.json --mode hybrid --compare-mode lexical

Exit codes: 0 success, 1 nDCG below --min-ndcg, 2 error`;

const { fail, readAlone, choice, number } = optionReader(EVAL_USAGE);

/** The options of `quarry eval`. */
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
 * Parses the arguments of `quarry eval`.
 * @throws UsageError that names the invalid argument.
 */
export function readEvalOptions(args: readonly string[]): EvalOptions {
  const text = { type: "string" } as const;
  const values = readAlone(args, {
    ...{ space: text, evaluation: text, file: text, mode: text, "compare-mode": text, k: text },
    ...{ "min-ndcg": text, report: text, json: { type: "boolean" } },
    ...CONNECTION_OPTIONS,
  });
  const { space, evaluation, file } = values;
  if (!space) return fail("Missing --space. Specify the id or slug of a space.");
  if ((evaluation === undefined) === (file === undefined)) fail("Specify either --evaluation or --file.");
  return {
    space,
    source: file === undefined ? { evaluation: evaluation ?? "" } : { file },
    mode: choice("--mode", values.mode, QUERY_MODE_NAMES),
    compareMode: choice("--compare-mode", values["compare-mode"], QUERY_MODE_NAMES),
    k: number("--k", values.k, { min: 1, max: 100 }) ?? 10,
    minNdcg: number("--min-ndcg", values["min-ndcg"], { min: 0, max: 1, isInteger: false }),
    report: values.report,
    json: values.json ?? false,
    url: values.url,
    key: values.key,
  };
}
