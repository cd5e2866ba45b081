import { Quarry, QuarryError } from "@quarry/sdk";
import { startServer } from "../support/running-server.ts";
import { askQuestions } from "./ask-questions.ts";
import { type Collection, collectionNames, readCollection } from "./collection.ts";
import { type Figures, figuresOf, figuresTable } from "./figures.ts";
import { evaluateFiles } from "./files/index.ts";
import { loadDocuments } from "./load-documents.ts";
import { type EvalOptions, readOptions } from "./options.ts";
import { UserError } from "./user-error.ts";

/** Loads a collection into a space of its own, asks its questions, and erases the space. */
async function evaluate(quarry: Quarry, collection: Collection, options: EvalOptions): Promise<Figures> {
  const { space } = await quarry.spaces.create({ name: `Evaluation ${collection.name}` });
  try {
    const loadSeconds = await loadDocuments(quarry, space.id, collection, options);
    return figuresOf(collection, loadSeconds, await askQuestions(quarry, space.id, collection, options));
  } finally {
    await quarry.spaces.purge(space.id).catch((problem: unknown) => {
      process.stderr.write(`Space ${space.id} could not be erased: ${String(problem)}\n`);
    });
  }
}

/** The server to ask, and what ends it if it was started here. */
async function reachServer({ url, key }: EvalOptions) {
  if (url !== undefined) return { baseUrl: url, apiKey: key, stop: async () => {} };
  const server = await startServer();
  return { baseUrl: server.baseUrl, apiKey: server.rootKey, stop: () => server.stop() };
}

async function run(options: EvalOptions): Promise<void> {
  const names = options.set === "all" ? await collectionNames() : [options.set];
  // Read before the server is started: missing data should show at once.
  const collections = await Promise.all(names.map((name) => readCollection(name, options.limit)));
  const server = await reachServer(options);
  const interrupted = (): void => void server.stop().finally(() => process.exit(130));
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  const rows: Figures[] = [];
  try {
    const quarry = new Quarry({ apiKey: server.apiKey, baseUrl: server.baseUrl });
    for (const collection of collections) {
      const figures = await evaluate(quarry, collection, options);
      rows.push(figures);
      if (collections.length > 1)
        process.stderr.write(`${figures.name}: nDCG@10 ${figures.ndcg10.toFixed(4)}\n`);
    }
  } finally {
    // What was measured before a failure is still worth having.
    if (rows.length > 0) console.log(figuresTable(rows));
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
