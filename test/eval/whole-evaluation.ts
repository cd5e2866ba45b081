import { mean, ndcg } from "@quarry/core/internal";
import type { Quarry } from "@quarry/sdk";
import { type Ablation, evaluateAblations } from "./ablations/index.ts";
import { askAcross, type LoadedSpace } from "./across-spaces.ts";
import { askQuestions } from "./ask-questions.ts";
import { evaluateCalibration, type Observed } from "./calibration/evaluate-calibration.ts";
import type { Collection } from "./collection.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { loadDocuments } from "./load-documents.ts";
import type { EvalOptions } from "./options.ts";
import { evaluateRouting } from "./routing/index.ts";
import { isTypedInWords } from "./typos.ts";

/** One collection's figures: hybrid, lexical, vector, and with typos. */
export interface SetFigures {
  readonly hybrid: Figures;
  /** nDCG@10 of each question, hybrid. */
  readonly scores: readonly number[];
  readonly lexical: number;
  readonly vector: number;
  /** Undefined for a collection in a script without spaces. */
  readonly typos: number | undefined;
}

/** The results of all evaluations. */
export interface WholeEvaluation {
  readonly sets: readonly SetFigures[];
  /** nDCG@10 of each question over all spaces, by collection. */
  readonly across: ReadonlyMap<string, readonly number[]>;
  readonly routing: string;
  readonly calibration: readonly Observed[];
  readonly ablations: readonly Ablation[];
}

/** Runs all evaluations, which takes about 15 minutes for the usual collections. */
export async function evaluateAll(
  quarry: Quarry,
  collections: readonly Collection[],
  options: EvalOptions,
): Promise<WholeEvaluation> {
  const spaces: LoadedSpace[] = [];
  const sets: SetFigures[] = [];
  let across: WholeEvaluation["across"];
  try {
    for (const collection of collections) {
      const { space } = await quarry.spaces.create({ name: `Evaluation ${collection.name}` });
      const loaded = { collection, spaceId: space.id };
      spaces.push(loaded);
      sets.push(await evaluateSet(quarry, loaded, options));
    }
    across = await askAcross(quarry, spaces, options.queries);
  } finally {
    for (const { spaceId } of spaces) await quarry.spaces.purge(spaceId);
  }
  return {
    sets,
    across,
    routing: await evaluateRouting(quarry, collections, options),
    calibration: await evaluateCalibration(quarry, collections, options),
    ablations: await evaluateAblations(collections, options),
  };
}

async function evaluateSet(
  quarry: Quarry,
  { spaceId, collection }: LoadedSpace,
  options: EvalOptions,
): Promise<SetFigures> {
  const loadSeconds = await loadDocuments(quarry, spaceId, collection, options);
  const ask = async (overrides: Partial<Pick<EvalOptions, "mode" | "typos">>) => {
    const answered = await askQuestions(quarry, spaceId, collection, { ...options, ...overrides });
    const scores = answered.map(({ questionId, ranking }) =>
      ndcg(ranking, collection.judgements.get(questionId) ?? new Map(), 10),
    );
    return { answered, scores };
  };
  const { answered, scores } = await ask({});
  const hybrid = figuresOf(collection, loadSeconds, answered);
  process.stderr.write(`${hybrid.name}: nDCG@10 ${hybrid.ndcg10.toFixed(4)}\n`);
  return {
    hybrid,
    scores,
    lexical: mean((await ask({ mode: "lexical" })).scores),
    vector: mean((await ask({ mode: "vector" })).scores),
    typos: isTypedInWords(collection) ? mean((await ask({ typos: true })).scores) : undefined,
  };
}
