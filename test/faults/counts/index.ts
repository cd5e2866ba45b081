import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { revision } from "../../support/revision.ts";
import { type CountedRun, countOf, countsTable, mostMissing, parseRuns } from "./counted.ts";
import { FAULTS, type Fault } from "./fault-table.ts";

const USAGE = `Usage: bun run faults [--minutes 60] [--only TEXT] [--report]
  Makes faults, and adds what was made to docs/reliability/counts.jsonl. Starts with the faults that are furthest from the number asked
  for. A run that fails is kept there, too, and ends the command.
  --only TEXT  only faults whose name contains TEXT, for example "power cuts" or ext4
  --report     prints the table of counts, without a run`;

const REPOSITORY = join(import.meta.dir, "../../..");
const FILE = join(REPOSITORY, "docs/reliability/counts.jsonl");
const KEPT_CHARS = 8000;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    only: { type: "string", default: "" },
    report: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** Runs a fault's test once. Prints its output when it fails. */
async function make(fault: Fault): Promise<CountedRun> {
  const seed = Math.floor(Math.random() * 1e9);
  const pattern = fault.only === undefined ? [] : ["-t", fault.only];
  const start = performance.now();
  const child = Bun.spawn([process.execPath, "test/suite.ts", `test/${fault.file}`, ...pattern], {
    cwd: REPOSITORY,
    // A test that this machine leaves out would count without a fault.
    env: { ...process.env, ...fault.env, QUARRY_TEST_SEED: String(seed), QUARRY_TEST_ALL: "1" },
    ...{ stdin: "ignore", stdout: "pipe", stderr: "pipe" },
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const passed = (await child.exited) === 0;
  if (!passed) console.error(`${output}\n${errors}`.slice(-KEPT_CHARS));
  return {
    ...{ fault: fault.name, count: fault.perRun, passed },
    seconds: Math.round((performance.now() - start) / 1000),
    ...{ seed, revision: revision(), date: new Date().toISOString() },
  };
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const faults = FAULTS.filter(({ name }) => name.includes(values.only));
  const runs = parseRuns(await Bun.file(FILE).text());
  const end = performance.now() + Number(values.minutes) * 60_000;
  let hasFailed = false;
  while (!values.report && !hasFailed && performance.now() < end) {
    const fault = mostMissing(faults, runs);
    if (!fault) break;
    const run = await make(fault);
    await appendFile(FILE, `${JSON.stringify(run)}\n`);
    runs.push(run);
    hasFailed = !run.passed;
    const outcome = run.passed ? `${countOf(fault, runs)} of ${fault.asked}` : `FAILED with seed ${run.seed}`;
    console.log(`${fault.name}: ${outcome} (${run.seconds} s)`);
  }
  console.log(countsTable(faults, runs));
  return hasFailed ? 1 : 0;
}

process.exitCode = await main();
