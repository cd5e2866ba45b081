import { mean } from "@quarry/core";
import { Quarry, QuarryError } from "@quarry/sdk";
import { startServer } from "../support/running-server.ts";
import { askAcross, type LoadedSpace } from "./across-spaces.ts";
import { askQuestions } from "./ask-questions.ts";
import { evaluateCalibration } from "./calibration.ts";
import { collectionNames, readCollection } from "./collection.ts";
import { type Figures, figuresOf, figuresTable } from "./figures.ts";
import { evaluateFiles } from "./files/index.ts";
import { loadDocuments } from "./load-documents.ts";
import { type EvalOptions, readOptions } from "./options.ts";
import { evaluateRouting } from "./routing/index.ts";
import { UserError } from "./user-error.ts";

/** Loads a collection into a space, and asks its questions there. */
async function evaluate(
  quarry: Quarry,
  { spaceId, collection }: LoadedSpace,
  options: EvalOptions,
): Promise<Figures> {
  const loadSeconds = await loadDocuments(quarry, spaceId, collection, options);
  return figuresOf(collection, loadSeconds, await askQuestions(quarry, spaceId, collection, options));
}

async function erase(quarry: Quarry, spaces: readonly LoadedSpace[]): Promise<void> {
  for (const { spaceId } of spaces)
    await quarry.spaces.purge(spaceId).catch((problem: unknown) => {
      process.stderr.write(`Space ${spaceId} could not be erased: ${String(problem)}\n`);
    });
}

/** The server to ask, and what ends it if it was started here. */
async function reachServer({ url, key }: EvalOptions) {
  if (url !== undefined) return { baseUrl: url, apiKey: key, stop: async () => {} };
  const server = await startServer();
  return { baseUrl: server.baseUrl, apiKey: server.rootKey, stop: () => server.stop() };
}

async function run(options: EvalOptions): Promise<void> {
  const names = ["all", "calibration", "routing"].includes(options.set)
    ? await collectionNames()
    : [options.set];
  // Read before the server is started: missing data should show at once.
  const collections = await Promise.all(names.map((name) => readCollection(name, options.limit)));
  const server = await reachServer(options);
  const interrupted = (): void => void server.stop().finally(() => process.exit(130));
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  const quarry = new Quarry({ apiKey: server.apiKey, baseUrl: server.baseUrl });
  if (options.set === "calibration" || options.set === "routing") {
    const measure = options.set === "calibration" ? evaluateCalibration : evaluateRouting;
    try {
      console.log(await measure(quarry, collections, options));
    } finally {
      await server.stop();
    }
    return;
  }
  const spaces: LoadedSpace[] = [];
  const rows: Figures[] = [];
  try {
    for (const collection of collections) {
      const { space } = await quarry.spaces.create({ name: `Evaluation ${collection.name}` });
      const loaded = { collection, spaceId: space.id };
      spaces.push(loaded);
      const figures = await evaluate(quarry, loaded, options);
      rows.push(figures);
      if (collections.length > 1)
        process.stderr.write(`${figures.name}: nDCG@10 ${figures.ndcg10.toFixed(4)}\n`);
    }
    if (spaces.length > 1) {
      const { ndcg10, recall1, recall3 } = await askAcross(quarry, spaces, options.queries);
      const known = mean(rows.map((row) => row.ndcg10));
      console.log(
        `All ${spaces.length} spaces at once: nDCG@10 ${ndcg10.toFixed(4)} (each alone: ${known.toFixed(4)}); their own space is recommended first for ${recall1.toFixed(4)} of the questions, among three for ${recall3.toFixed(4)}.`,
      );
    }
  } finally {
    // What was measured before a failure is still worth having.
    if (rows.length > 0) console.log(figuresTable(rows));
    await erase(quarry, spaces);
    await server.stop();
  }
  if (options.limit !== undefined)
    console.log(`Only the first ${options.limit} documents: no comparable figures.`);
}

try {
  const args = process.argv.slice(2);
  if (args[0] === "files") process.exit((await evaluateFiles(args.slice(1))) ? 0 : 1);
  await run(readOptions(args));
  process.exit(0);
} catch (problem) {
  const plain = problem instanceof UserError || QuarryError.isInstance(problem);
  console.error(plain ? problem.message : problem);
  process.exit(1);
}
