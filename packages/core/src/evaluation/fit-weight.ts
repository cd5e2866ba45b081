import { comparePaired, type Estimate } from "./bootstrap.ts";
import { mean } from "./metrics.ts";
import { seededRandom } from "./seeded-random.ts";

const FOLDS = 10;
const SEED = 1;
/** Smaller differences are rounding errors. */
const SAME = 1e-9;

/** Scores of all questions with one weight of the vector leg. */
export interface ScoredWeight {
  readonly vectorWeight: number;
  /** One score per question, in the same order for every weight. */
  readonly scores: readonly number[];
}

/** The best weight for a set of judged questions, with the evidence. */
export interface WeightFit {
  readonly vectorWeight: number;
  readonly current: number;
  /** False if the questions give no reason to change the current weight. */
  readonly recommended: boolean;
  /** Mean score of each weight over all questions. */
  readonly curve: readonly { readonly vectorWeight: number; readonly ndcg: number }[];
  /** Cross-validated means: each question is scored with a weight chosen without it. */
  readonly heldOut: {
    readonly ndcg: number;
    readonly currentNdcg: number;
    readonly difference: Estimate;
  };
}

/**
 * Chooses a weight by tenfold cross-validation: scores each fold with the weight that is best on the other nine, which
 * estimates the gain on unseen questions.
 * @param weights In ascending order, including the current weight.
 * @throws Error if `weights` does not include `current`.
 */
export function fitVectorWeight(weights: readonly ScoredWeight[], current: number): WeightFit {
  const currentScores = weights.find(({ vectorWeight }) => vectorWeight === current)?.scores;
  if (!currentScores) throw new Error("The weights must include the current weight");
  const foldOf = foldsOf(currentScores.length);
  const chosen = Array.from({ length: FOLDS }, (_, fold) =>
    chooseWeight(weights, current, (question) => foldOf[question] !== fold),
  );
  const heldOut = currentScores.map((_, question) => chosen[foldOf[question] ?? 0]?.scores[question] ?? 0);
  const best = chooseWeight(weights, current, () => true);
  const { difference } = comparePaired(currentScores, heldOut);
  const gain = mean(best.scores) - mean(currentScores);
  return {
    vectorWeight: best.vectorWeight,
    current,
    recommended: gain > SAME && difference.value >= 0,
    curve: weights.map(({ vectorWeight, scores }) => ({ vectorWeight, ndcg: mean(scores) })),
    heldOut: { ndcg: mean(heldOut), currentNdcg: mean(currentScores), difference },
  };
}

/**
 * Returns the best weight on a subset of the questions. Among ties, prefers the current weight, which needs no change,
 * then the middle one, which is farthest from the worse weights on both sides.
 */
function chooseWeight(
  weights: readonly ScoredWeight[],
  current: number,
  counts: (question: number) => boolean,
): ScoredWeight {
  const means = weights.map(({ scores }) => mean(scores.filter((_, question) => counts(question))));
  const most = Math.max(...means);
  const best = weights.filter((_, at) => (means[at] ?? 0) >= most - SAME);
  const chosen =
    best.find(({ vectorWeight }) => vectorWeight === current) ?? best[Math.floor(best.length / 2)];
  if (!chosen) throw new Error("There are no weights to choose from");
  return chosen;
}

/** Assigns each question to a fold of equal size, deterministically. */
function foldsOf(questions: number): number[] {
  const random = seededRandom(SEED);
  const order = Array.from({ length: questions }, (_, question) => question);
  for (let last = questions - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  const foldOf = new Array<number>(questions).fill(0);
  for (const [place, question] of order.entries()) foldOf[question] = place % FOLDS;
  return foldOf;
}
