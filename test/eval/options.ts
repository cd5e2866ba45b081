import { parseArgs } from "node:util";
import type { QueryMode } from "@quarry/schema";
import { UserError } from "./user-error.ts";

/** Options of an evaluation. */
export interface EvalOptions {
  /** Name of a collection, `all`, `calibration`, or `routing`. */
  readonly set: string;
  /** Address of a running server; undefined starts one. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  /** Documents per call. */
  readonly batch: number;
  /** Concurrent calls while loading. */
  readonly concurrency: number;
  /** Maximum number of documents; undefined for all. */
  readonly limit: number | undefined;
  /** Maximum number of questions; undefined for all. */
  readonly queries: number | undefined;
  readonly mode: QueryMode | undefined;
  /** Adds typos to the questions. */
  readonly typos: boolean;
  /** Embedder, optionally with a model, e.g. `local:Xenova/bge-small-en-v1.5`. */
  readonly embedder: string | undefined;
  /** Environment variables of the started server. */
  readonly settings: Readonly<Record<string, string>>;
  /** Folder for the report of `all`. */
  readonly report: string | undefined;
}

export const USAGE = `bun run eval SET [options]
  --url URL --key KEY   use a running server instead of starting one; default key: QUARRY_API_KEY
  --batch N             documents per call, at most 100 (default 100)
  --concurrency N       concurrent calls while loading (default 2)
  --limit N             load only the first N documents, and ignore judgements of all others
  --queries N           run only the first N questions of each collection
  --typos               add one typo to 30 % of the words with more than four letters
  --mode MODE           hybrid, lexical or vector (default: the server's)
  --embedder KIND[:MODEL]   builtin, openai or local; caches vectors in QUARRY_EVAL_CACHE (~/.cache/quarry-eval)
  --set NAME=VALUE      set an environment variable of the started server, e.g. DATABASE_URL=...; repeatable
bun run eval all              everything, over all collections: each mode, typos, one query over all spaces, routing,
                              calibration and ablations; --report DIR writes a report
bun run eval calibration      calibration of similarities, over all collections
bun run eval routing          space recommendations, with a space per collection and with a space per topic
bun run eval corpus FOLDER    uploads any files and compares what was read with what other programs read
bun run eval files [FOLDER]   uploads every file in FOLDER/manifest.json and checks the result
Collections are read from QUARRY_EVAL_DATA (../shared/data/ir).`;

/**
 * Parses the command line.
 *
 * @throws UserError with the usage if it is invalid.
 */
export function readOptions(args: string[]): EvalOptions {
  const { values, positionals } = parseCommandLine(args);
  const [set, ...rest] = positionals;
  if (set === undefined || rest.length > 0)
    throw new UserError(`Pass the name of one collection, or "all".\n${USAGE}`);
  const { mode } = values;
  if (mode !== undefined && mode !== "hybrid" && mode !== "lexical" && mode !== "vector") {
    throw new UserError(`--mode must be hybrid, lexical or vector, not ${mode}.`);
  }
  return {
    set,
    url: values.url,
    key: values.key ?? process.env.QUARRY_API_KEY,
    batch: count("batch", values.batch, 100) ?? 100,
    concurrency: count("concurrency", values.concurrency, 64) ?? 2,
    limit: count("limit", values.limit),
    queries: count("queries", values.queries),
    mode,
    typos: values.typos ?? false,
    embedder: values.embedder,
    settings: Object.fromEntries((values.set ?? []).map(readSetting)),
    report: values.report,
  };
}

function parseCommandLine(args: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: text,
        key: text,
        batch: text,
        concurrency: text,
        limit: text,
        queries: text,
        mode: text,
        typos: { type: "boolean" },
        embedder: text,
        report: text,
        set: { type: "string", multiple: true },
      },
    });
  } catch (problem) {
    throw new UserError(`${problem instanceof Error ? problem.message : String(problem)}\n${USAGE}`);
  }
}

function readSetting(setting: string): [string, string] {
  const at = setting.indexOf("=");
  if (at < 1) throw new UserError(`--set must be NAME=VALUE, not ${setting}.`);
  return [setting.slice(0, at), setting.slice(at + 1)];
}

function count(name: string, text: string | undefined, max = Number.MAX_SAFE_INTEGER): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw new UserError(
      `--${name} must be a whole number from 1${max < 1e9 ? ` to ${max}` : ""}, not ${text}.`,
    );
  }
  return value;
}
