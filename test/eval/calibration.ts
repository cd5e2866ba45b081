import { mean, percentile } from "@quarry/core";
import type { Quarry } from "@quarry/sdk";
import { answersOf, type CalibrationQuestions, calibrationQuestions } from "./calibration-questions.ts";
import type { Collection } from "./collection.ts";
import { documentId, loadDocuments } from "./load-documents.ts";
import type { EvalOptions } from "./options.ts";
import { Progress } from "./progress.ts";

const QUESTIONS = 300;
const BINS = [0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1];

/** The best hit of a question. */
interface BestHit {
  readonly similarity: number;
  readonly isRight: boolean;
}

/** Best hits of each kind of question. */
interface Observed {
  readonly name: string;
  readonly own: readonly BestHit[];
  readonly unrelated: readonly BestHit[];
  readonly quotations: readonly BestHit[];
}

/** Measures what similarities mean: of hits that are right, of hits that cannot be, and of quotations. */
export async function evaluateCalibration(
  quarry: Quarry,
  collections: readonly Collection[],
  options: EvalOptions,
): Promise<string> {
  const observed: Observed[] = [];
  for (const collection of collections) {
    const questions = calibrationQuestions(collection, collections, options.queries ?? QUESTIONS);
    const { space } = await quarry.spaces.create({ name: `Calibration ${collection.name}` });
    try {
      await loadDocuments(quarry, space.id, { ...collection, documents: questions.documents }, options);
      observed.push(await ask(quarry, space.id, collection, questions, options));
    } finally {
      await quarry.spaces.purge(space.id);
    }
  }
  return report(observed);
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
    own: await inTurn(own, ({ id, text }) => best(text, answersOf(collection, id))),
    unrelated: await inTurn(unrelated, ({ text }) => best(text, new Set())),
    quotations: await inTurn(quotations, ({ id, text }) => best(text, new Set([id]))),
  };
  progress.end();
  return observed;
}

async function inTurn<Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await task(item));
  return results;
}

const share = (hits: readonly BestHit[], holds: (hit: BestHit) => boolean) =>
  mean(hits.map((hit) => (holds(hit) ? 1 : 0)));
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

function report(observed: readonly Observed[]): string {
  const all: Observed = {
    name: "all",
    own: observed.flatMap(({ own }) => own),
    unrelated: observed.flatMap(({ unrelated }) => unrelated),
    quotations: observed.flatMap(({ quotations }) => quotations),
  };
  const lines = [...observed, all].map(({ name, own, unrelated, quotations }) => {
    const quantile = (at: number) =>
      percentile(
        unrelated.map(({ similarity }) => similarity),
        at,
      ).toFixed(2);
    const right = own.filter(({ isRight }) => isRight);
    const cells = [
      name,
      `${quantile(50)} / ${quantile(90)} / ${quantile(95)}`,
      percent(share(unrelated, ({ similarity }) => similarity < 0.2)),
      percent(share(quotations, ({ similarity }) => similarity > 0.9)),
      percent(share(right, ({ similarity }) => similarity > 0.2)),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| set | unrelated p50 / p90 / p95 | unrelated < 0.2 | quotations > 0.9 | right > 0.2 |",
    "|---|---|---|---|---|",
    ...lines,
    "",
    "| similarity | hits | right |",
    "|---|---|---|",
    ...reliability([...all.own, ...all.unrelated]),
  ].join("\n");
}

/** How many of the best hits are right, by their similarity. */
function reliability(hits: readonly BestHit[]): string[] {
  return BINS.map((high, at) => {
    const low = BINS[at - 1] ?? 0;
    const members = hits.filter(
      ({ similarity }) => similarity >= low && (similarity < high || (high === 1 && similarity === 1)),
    );
    return `| ${low} - ${high} | ${members.length} | ${percent(share(members, ({ isRight }) => isRight))} |`;
  });
}
