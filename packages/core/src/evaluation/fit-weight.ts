import { comparePaired, type Estimate } from "./bootstrap.ts";
import { mean } from "./metrics.ts";
import { seededRandom } from "./seeded-random.ts";

const FOLDS = 10;
const SEED = 1;
/** Means that differ by less are equal but for rounding. */
const SAME = 1e-9;

/** How well each question is answered with one weight of the vector leg. */
export interface ScoredWeight {
  readonly vectorWeight: number;
  /** One score a question, in the same order for every weight. */
  readonly scores: readonly number[];
}

/** The weight that suits some judged questions best, and what speaks for it. */
export interface WeightFit {
  readonly vectorWeight: number;
  readonly current: number;
  /** False when the questions give no reason to leave the current weight. */
  readonly recommended: boolean;
  /** Mean score of each weight over all questions. */
  readonly curve: readonly { readonly vectorWeight: number; readonly ndcg: number }[];
  /** Means over questions that were left out when the weight was chosen that they are answered with. */
  readonly heldOut: {
    readonly ndcg: number;
    readonly currentNdcg: number;
    readonly difference: Estimate;
  };
}

/**
 * Chooses a weight by cross-validation: each of ten parts of the questions is answered with the weight that is best on
 * the other nine, which shows what a weight that is chosen this way brings to questions that it was not chosen by.
 * @param weights By ascending weight; the current one is among them.
 */
export function fitVectorWeight(weights: readonly ScoredWeight[], current: number): WeightFit {
  const currentScores = weights.find(({ vectorWeight }) => vectorWeight === current)?.scores;
  if (!currentScores) throw new Error("the current weight must be among those that were tried");
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
 * The best weight on some of the questions. Of several the current one, which needs no change, else the one in their
 * middle, which is farthest from where it gets worse.
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
  if (!chosen) throw new Error("there is no weight to choose from");
  return chosen;
}

/** A part for each question, of equal sizes, drawn the same way every time. */
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
