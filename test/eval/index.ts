import { type Quarry, QuarryError } from "@quarry/sdk";
import { askQuestions } from "./ask-questions.ts";
import { calibrationTable, reliability, reliabilityTable } from "./calibration/calibration-report.ts";
import { evaluateCalibration } from "./calibration/evaluate-calibration.ts";
import { type Collection, collectionNames, readCollection } from "./collection.ts";
import { evaluateCorpus } from "./corpus/index.ts";
import { figuresOf, figuresTable } from "./figures.ts";
import { evaluateFiles } from "./files/index.ts";
import { loadDocuments } from "./load-documents.ts";
import { type EvalOptions, readOptions } from "./options.ts";
import { evaluateRectangles } from "./rectangles/index.ts";
import { evaluateRouting } from "./routing/index.ts";
import { reachServer } from "./start-server.ts";
import { UserError } from "./user-error.ts";
import { evaluateAll } from "./whole-evaluation.ts";
import { aboutRun, speedTable, wholeReport, writeReport } from "./whole-report.ts";

type Measure = (quarry: Quarry, collections: readonly Collection[], options: EvalOptions) => Promise<string>;

/** The evaluations that use all collections. */
const OVER_ALL: Readonly<Record<string, Measure>> = {
  async all(quarry, collections, options) {
    const measured = await evaluateAll(quarry, collections, options);
    const page = wholeReport(measured, aboutRun(options));
    if (options.report !== undefined) await writeReport(options.report, page, measured);
    return `${page}\n${speedTable(measured.sets)}`;
  },
  async calibration(quarry, collections, options) {
    const observed = await evaluateCalibration(quarry, collections, options);
    return `${calibrationTable(observed)}\n\n${reliabilityTable(reliability(observed))}`;
  },
  routing: evaluateRouting,
};

/** Loads one collection into a space and runs its questions. */
async function evaluateOne(quarry: Quarry, collection: Collection, options: EvalOptions): Promise<string> {
  const { space } = await quarry.spaces.create({ name: `Evaluation ${collection.name}` });
  try {
    const loadSeconds = await loadDocuments(quarry, space.id, collection, options);
    const answered = await askQuestions(quarry, space.id, collection, options);
    return figuresTable([figuresOf(collection, loadSeconds, answered)]);
  } finally {
    await quarry.spaces.purge(space.id);
  }
}

async function run(options: EvalOptions): Promise<void> {
  const measure = OVER_ALL[options.set];
  const names = measure ? await collectionNames() : [options.set];
  // Fails on missing data before the server starts.
  const collections = await Promise.all(names.map((name) => readCollection(name, options.limit)));
  const { quarry, stop } = await reachServer(options);
  const interrupted = (): void => void stop().finally(() => process.exit(130));
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    const [first] = collections;
    console.log(
      measure
        ? await measure(quarry, collections, options)
        : first && (await evaluateOne(quarry, first, options)),
    );
  } finally {
    await stop();
  }
  if (options.limit !== undefined)
    console.log(`These figures are not comparable: only the first ${options.limit} documents were loaded.`);
}

try {
  const args = process.argv.slice(2);
  if (args[0] === "corpus") process.exit((await evaluateCorpus(args.slice(1))) ? 0 : 1);
  if (args[0] === "rectangles") {
    await evaluateRectangles(args.slice(1));
    process.exit(0);
  }
  if (args[0] === "files") process.exit((await evaluateFiles(args.slice(1))) ? 0 : 1);
  await run(readOptions(args));
  process.exit(0);
} catch (problem) {
  const isExpected = problem instanceof UserError || QuarryError.isInstance(problem);
  console.error(isExpected ? problem.message : problem);
  process.exit(1);
}
