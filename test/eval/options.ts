import { parseArgs } from "node:util";
import type { QueryMode } from "@quarry/schema";
import { UserError } from "./user-error.ts";

/** What to evaluate, and against which server. */
export interface EvalOptions {
  /** Name of a collection, `all`, `calibration`, or `routing`. */
  readonly set: string;
  /** A running server; undefined starts one. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  /** Documents in one call. */
  readonly batch: number;
  /** Batches in flight. */
  readonly concurrency: number;
  /** The first so many documents; undefined is all. */
  readonly limit: number | undefined;
  /** The first so many questions; undefined is all. */
  readonly queries: number | undefined;
  readonly mode: QueryMode | undefined;
  /** Whether questions are asked with typing mistakes. */
  readonly typos: boolean;
  /** Kind of embedder with or without the name of a model, e.g. `local:Xenova/bge-small-en-v1.5`. */
  readonly embedder: string | undefined;
  /** Further settings of the server that is started, as environment variables. */
  readonly settings: Readonly<Record<string, string>>;
  /** Folder for the report of `all`. */
  readonly report: string | undefined;
}

/** How to call it. */
export const USAGE = `bun run eval SET [options]
  --url URL --key KEY   a running server (else one is started); the key may stand in QUARRY_API_KEY
  --batch N             documents in one call, at most 100 (100)
  --concurrency N       calls in flight while loading (2)
  --limit N             only the first N documents, judgements restricted to them
  --queries N           only the first N questions
  --typos               with one typing mistake in 30 % of the words of over four letters
  --mode MODE           hybrid, lexical or vector (the server's default)
  --embedder KIND[:MODEL]   builtin, openai or local; vectors are kept in QUARRY_EVAL_CACHE (~/.cache/quarry-eval)
  --set NAME=VALUE      a setting of the server that is started, e.g. DATABASE_URL=...; may be repeated
bun run eval all              everything, over all collections: each leg, typing mistakes, all spaces at once, routing,
                              similarities, and what each part of the ranking brings; --report DIR writes it down
bun run eval calibration      what similarities mean, over all collections: of right hits, wrong ones, and quotations
bun run eval routing          which spaces are recommended, each collection being a space, and in parts by topic
bun run eval files [FOLDER]   uploads every file of FOLDER/manifest.json and compares what becomes of it
Collections are read from QUARRY_EVAL_DATA (../shared/data/ir).`;

/** Reads the command line. */
export function readOptions(args: string[]): EvalOptions {
  const { values, positionals } = parsed(args);
  const [set, ...rest] = positionals;
  if (set === undefined || rest.length > 0) throw new UserError(`Name one collection, or all.\n${USAGE}`);
  const { mode } = values;
  if (mode !== undefined && mode !== "hybrid" && mode !== "lexical" && mode !== "vector") {
    throw new UserError(`--mode must be hybrid, lexical or vector, but is ${mode}.`);
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

function parsed(args: string[]) {
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
  if (at < 1) throw new UserError(`--set wants NAME=VALUE, but is ${setting}.`);
  return [setting.slice(0, at), setting.slice(at + 1)];
}

function count(name: string, text: string | undefined, max = Number.MAX_SAFE_INTEGER): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw new UserError(
      `--${name} must be a whole number from 1${max < 1e9 ? ` to ${max}` : ""}, but is ${text}.`,
    );
  }
  return value;
}
