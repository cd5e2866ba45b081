import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { Progress } from "../eval/progress.ts";
import { startServer } from "../support/running-server.ts";
import { brokenFile, fuzzSamples } from "./broken-files.ts";
import { fuzzParsers } from "./fuzz-parsers.ts";
import { fuzzTable } from "./fuzz-table.ts";
import { fuzzHttpCommand } from "./http/http-command.ts";
import { prepareQuestions } from "./query-latency.ts";

const USAGE = `Usage:
  bun run fuzz parsers [--files 2000] [--seed 1] [--kinds pdf,docx] [--concurrency 2]
      Reads broken files of each kind while a service answers questions. Each file must end within 30 s and 1 GB, read or
      refused with a cause, and the 99th percentile of the answers must stay within five times the idle one.
  bun run fuzz file NAME PATH
      Writes one of these files, such as docx:1:17, to a path.
  bun run fuzz http [--requests 25000] [--seed 1] [--concurrency 8] [--only NUMBER]
      Sends broken requests to each route of a service, for two organizations. None may get a 5xx but 503 and 507, wait for
      more than 10 s, end the process, or see a stack, a statement, a path or anything of the other organization.
      --only 17 sends one request again.`;

/** Questions are asked for so long before the first file. */
const IDLE_MS = 10_000;
const MAX_SLOWDOWN = 5;

async function parsers(): Promise<boolean> {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      files: { type: "string", default: "2000" },
      seed: { type: "string", default: "1" },
      kinds: { type: "string", default: "" },
      concurrency: { type: "string", default: "2" },
    },
  });
  const filesPerKind = Number(values.files);
  const kinds = values.kinds.split(",").filter((kind) => kind !== "");
  const server = await startServer();
  const interrupted = (): void => void server.stop().finally(() => process.exit(130));
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    const ask = await prepareQuestions(server);
    const idle = ask();
    await Bun.sleep(IDLE_MS);
    const idleMs = await idle.stop();
    const questions = ask();
    const progress = new Progress("files", (kinds.length || (await fuzzSamples()).size) * filesPerKind);
    const results = await fuzzParsers({
      ...{ server, filesPerKind, kinds, seed: Number(values.seed), concurrency: Number(values.concurrency) },
      onFile: () => progress.advance(1),
    });
    progress.end();
    const busyMs = await questions.stop();
    console.log(fuzzTable(results));
    console.log(`Answers, 99th percentile: ${idleMs.toFixed(1)} ms idle, ${busyMs.toFixed(1)} ms meanwhile`);
    return results.every(({ faults }) => faults.length === 0) && busyMs <= MAX_SLOWDOWN * idleMs;
  } finally {
    await server.stop();
  }
}

async function writeFile(name: string, path: string): Promise<boolean> {
  const [kind = "", seed, number] = name.split(":");
  const samples = (await fuzzSamples()).get(kind);
  if (!samples) throw new Error(`There is no kind ${kind}.\n${USAGE}`);
  await mkdir(dirname(path), { recursive: true });
  await Bun.write(path, brokenFile(samples, kind, Number(seed), Number(number)).bytes);
  return true;
}

const [command, name, path] = process.argv.slice(2);
if (command === "parsers") process.exit((await parsers()) ? 0 : 1);
else if (command === "file" && name && path) process.exit((await writeFile(name, path)) ? 0 : 1);
else if (command === "http") process.exit((await fuzzHttpCommand()) ? 0 : 1);
else {
  console.error(USAGE);
  process.exit(2);
}
