import type { Quarry } from "@quarry/sdk";
import type { Collection } from "../collection.ts";
import { documentId, loadDocuments } from "../load-documents.ts";
import type { EvalOptions } from "../options.ts";
import { Progress } from "../progress.ts";
import { answersOf, type CalibrationQuestions, calibrationQuestions } from "./calibration-questions.ts";

const DEFAULT_QUESTIONS = 300;

/** The best hit of a question. */
export interface BestHit {
  readonly similarity: number;
  readonly isRight: boolean;
}

/** The best hits of each type of question. */
export interface Observed {
  readonly name: string;
  readonly own: readonly BestHit[];
  readonly unrelated: readonly BestHit[];
  readonly quotations: readonly BestHit[];
}

/** Measures the similarities of best hits: for answerable questions, unrelated questions, and quotations. */
export async function evaluateCalibration(
  quarry: Quarry,
  collections: readonly Collection[],
  options: EvalOptions,
): Promise<Observed[]> {
  const observed: Observed[] = [];
  for (const collection of collections) {
    const questions = calibrationQuestions(collection, collections, options.queries ?? DEFAULT_QUESTIONS);
    const { space } = await quarry.spaces.create({ name: `Calibration ${collection.name}` });
    try {
      await loadDocuments(quarry, space.id, { ...collection, documents: questions.documents }, options);
      observed.push(await ask(quarry, space.id, collection, questions, options));
    } finally {
      await quarry.spaces.purge(space.id);
    }
  }
  return observed;
}

async function ask(
  quarry: Quarry,
  spaceId: string,
  collection: Collection,
  { own, unrelated, quotations }: CalibrationQuestions,
  { mode }: EvalOptions,
): Promise<Observed> {
  const total = own.length + unrelated.length + quotations.length;
  const progress = new Progress(`${collection.name}: calibration`, total);
  const best = async (query: string, right: ReadonlySet<string>): Promise<BestHit> => {
    const { results } = await quarry.query({
      query,
      spaceIds: spaceId,
      topK: 1,
      ...(mode === undefined ? {} : { mode }),
    });
    progress.advance(1);
    const [hit] = results;
    const isRight = hit !== undefined && right.has(documentId(hit.document.filename));
    return { similarity: hit?.similarity ?? 0, isRight };
  };
  const observed: Observed = {
    name: collection.name,
    own: await mapSequentially(own, ({ id, text }) => best(text, answersOf(collection, id))),
    unrelated: await mapSequentially(unrelated, ({ text }) => best(text, new Set())),
    quotations: await mapSequentially(quotations, ({ id, text }) => best(text, new Set([id]))),
  };
  progress.end();
  return observed;
}

async function mapSequentially<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await task(item));
  return results;
}
