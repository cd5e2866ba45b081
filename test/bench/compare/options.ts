import { parseArgs } from "node:util";
import { UserError } from "../../eval/user-error.ts";

/** Options of the comparison. */
export interface CompareOptions {
  readonly chunks: readonly number[];
  /** The size of the parts with servers of their own, and of the main table. */
  readonly main: number;
  /** Names of parts; empty for all. */
  readonly only: readonly string[];
  /** The largest size at which Chroma is measured. */
  readonly peersUpTo: number;
  /** Blocks of each side, and numbers of connections; undefined where the whole table has its own. */
  readonly turns: number | undefined;
  readonly connections: readonly number[] | undefined;
  readonly results: string;
  readonly report: string | undefined;
  readonly isTrial: boolean;
  readonly isSmall: boolean;
  /** Writes the report from the file of results without a run. */
  readonly isReportOnly: boolean;
}

/** The usage of the comparison. */
export const USAGE = `bun run bench compare [options]
  --chunks 10000,50000,200000   sizes of the space
  --million                     also 1,000,000 chunks
  --main N                      size of the main table, and of the parts with their own servers (default: 50000 if among the sizes, else the largest)
  --only PART[,PART]            runs only these parts: load, memory, query, open, filters, writes, floor, profile, growth, restart, disturbances, spaces, uploads, postgres
  --peers-up-to N               measures Chroma up to this size (default 50000)
  --turns N                     blocks of each side (default 5)
  --connections N[,N]           connections that ask at the same time (default 1,8,64)
  --results FILE                appends results to this file of JSON lines (default .cache/compare.jsonl); later results replace earlier ones; a trial has a file of its own
  --report FILE                 writes the report from the file of results, and plots beside it
  --report-only                 writes the report without a run
  --trial                       measures so briefly that the figures mean nothing: for work on the benchmark
  --small                       the small form with floors that .ci/run calls`;

const MILLION = 1_000_000;
const MAIN = 50_000;

/** Parses the command line. @throws UserError with the usage if it is invalid. */
export function readCompareOptions(args: readonly string[]): CompareOptions {
  const { values } = parse(args);
  const sizes = listOf(values.chunks).map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 100))
    throw new UserError(`--chunks must be whole numbers from 100, not ${values.chunks}.\n${USAGE}`);
  const chunks = [...new Set([...sizes, ...(values.million ? [MILLION] : [])])].sort((a, b) => a - b);
  const main = values.main === undefined ? mainOf(sizes) : Number(values.main);
  if (!Number.isInteger(main) || main < 100) throw new UserError(`--main must be a whole number from 100.`);
  return {
    ...{ chunks, main, only: listOf(values.only), peersUpTo: Number(values["peers-up-to"]) },
    ...{ report: values.report, turns: values.turns === undefined ? undefined : Number(values.turns) },
    connections: values.connections === undefined ? undefined : listOf(values.connections).map(Number),
    results: values.results ?? (values.trial ? ".cache/compare-trial.jsonl" : ".cache/compare.jsonl"),
    ...{ isTrial: values.trial, isSmall: values.small, isReportOnly: values["report-only"] },
  };
}

const mainOf = (sizes: readonly number[]) => (sizes.includes(MAIN) ? MAIN : Math.max(...sizes));
const listOf = (text: string) => text.split(",").filter((part) => part !== "");

function parse(args: readonly string[]) {
  const text = (preset: string) => ({ type: "string", default: preset }) as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ chunks: text("10000,50000,200000"), only: text(""), "peers-up-to": text("50000") },
        ...{ main: { type: "string" }, report: { type: "string" }, results: { type: "string" } },
        ...{ turns: { type: "string" }, connections: { type: "string" } },
        ...{ million: flag, trial: flag, small: flag, "report-only": flag },
      },
    });
  } catch (problem) {
    throw new UserError(`${problem instanceof Error ? problem.message : String(problem)}\n${USAGE}`);
  }
}
