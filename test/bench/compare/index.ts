import { resolve } from "node:path";
import { UserError } from "../../eval/user-error.ts";
import { type BenchContext, createBenchContext } from "./bench-context.ts";
import { readSources } from "./corpus/sentences.ts";
import { TRIAL, WHOLE } from "./effort.ts";
import { describeRun } from "./machine.ts";
import { type CompareOptions, readCompareOptions, USAGE } from "./options.ts";
import { disturbances } from "./parts/disturbances.ts";
import { filters } from "./parts/filters.ts";
import { floor } from "./parts/floor.ts";
import { growth } from "./parts/growth.ts";
import { loading } from "./parts/loading.ts";
import { memory } from "./parts/memory.ts";
import { openLoop } from "./parts/open-loop.ts";
import type { OwnPart, StagePart } from "./parts/part.ts";
import { postgres } from "./parts/postgres.ts";
import { profile } from "./parts/profile.ts";
import { profiles } from "./parts/profiles.ts";
import { query } from "./parts/query.ts";
import { restart } from "./parts/restart.ts";
import { spaces } from "./parts/spaces.ts";
import { uploads } from "./parts/uploads.ts";
import { writes } from "./parts/writes.ts";
import { describe } from "./report/format.ts";
import { writeReport } from "./report/write-report.ts";
import { createRecorder, readResults } from "./results/result-file.ts";
import { openStage } from "./servers/stage.ts";
import { compareSmall } from "./small/index.ts";

/** In their order on a stage: memory before load on the server, restarts at the end. */
const STAGE_PARTS: readonly StagePart[] = [
  ...[loading, memory, query, openLoop, filters, writes, floor, profile, growth, restart],
];
const OWN_PARTS: readonly OwnPart[] = [disturbances, spaces, uploads, postgres, profiles];
/** Parts that one size is enough for. */
const MAIN_ONLY = new Set(["open", "filters", "writes", "floor", "profile"]);

/** Compares Quarry with what people would pick instead, and writes the report. */
export async function benchCompare(args: readonly string[]): Promise<void> {
  // The handlers of `exit` stop the servers; without this, a signal ends the process before they run.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
  try {
    await run(readCompareOptions(args), args);
  } catch (problem) {
    if (!(problem instanceof UserError)) throw problem;
    console.error(problem.message);
    process.exitCode = 2;
  }
}

async function run(options: CompareOptions, args: readonly string[]): Promise<void> {
  if (options.isSmall) return compareSmall();
  const names = [...STAGE_PARTS, ...OWN_PARTS].map(({ name }) => name);
  const unknown = options.only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UserError(`There is no part ${unknown}.\n${USAGE}`);
  const file = resolve(options.results);
  if (!options.isReportOnly) {
    const recorder = createRecorder(file, await describeRun(args));
    const preset = options.isTrial ? TRIAL : WHOLE;
    const { turns = preset.turns, connections = preset.connections } = options;
    const effort = { ...preset, turns, connections };
    const context = await createBenchContext(
      effort,
      await readSources(),
      recorder,
      describe,
      options.peersUpTo,
    );
    try {
      await measure(context, options);
    } finally {
      await context.close();
    }
  }
  if (options.report !== undefined)
    await writeReport(resolve(options.report), await readResults(file), options);
}

async function measure(context: BenchContext, options: CompareOptions): Promise<void> {
  const isWanted = ({ name }: { name: string }) => options.only.length === 0 || options.only.includes(name);
  for (const size of options.chunks) {
    const parts = STAGE_PARTS.filter(isWanted).filter(
      ({ name }) => size === options.main || !MAIN_ONLY.has(name),
    );
    if (parts.length === 0) continue;
    const stage = await openStage(context, size);
    try {
      for (const part of parts) await attempt(context, part.name, size, () => part.measure(context, stage));
    } finally {
      await stage.close();
    }
  }
  for (const part of OWN_PARTS.filter(isWanted))
    await attempt(context, part.name, options.main, () => part.measure(context, options.main));
}

/** A part that fails does not cost the hours of the others. */
async function attempt(
  { say }: BenchContext,
  name: string,
  size: number,
  task: () => Promise<void>,
): Promise<void> {
  say(`${size} chunks: ${name}`);
  try {
    await task();
  } catch (problem) {
    say(`${name} FAILED: ${problem instanceof Error ? problem.stack : String(problem)}`);
    process.exitCode = 1;
  }
}
