import { expect, test } from "bun:test";
import { ndcg, recall, reciprocalRank } from "./metrics.ts";
import { seededRandom } from "./seeded-random.ts";

/** Reference implementation with loops over ranks, as in textbooks. */
function naively(ranking: readonly string[], judged: ReadonlyMap<string, number>, k: number) {
  let gain = 0;
  let found = 0;
  let first = 0;
  for (let rank = 1; rank <= Math.min(k, ranking.length); rank += 1) {
    const grade = judged.get(ranking[rank - 1] ?? "") ?? 0;
    gain += grade / (Math.log(rank + 1) / Math.log(2));
    if (grade > 0) found += 1;
    if (grade > 0 && first === 0) first = 1 / rank;
  }
  // The ideal order, by repeatedly picking the best of the rest.
  const rest = [...judged.values()];
  let ideal = 0;
  for (let rank = 1; rank <= k && rest.length > 0; rank += 1) {
    const best = Math.max(...rest);
    rest.splice(rest.indexOf(best), 1);
    ideal += best / (Math.log(rank + 1) / Math.log(2));
  }
  const relevant = [...judged.values()].filter((grade) => grade > 0).length;
  return {
    ndcg: ideal === 0 ? 0 : gain / ideal,
    recall: relevant === 0 ? 0 : found / relevant,
    reciprocalRank: first,
  };
}

test("metrics of random rankings equal a naive calculation and are in [0, 1]", () => {
  const random = seededRandom(11);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let round = 0; round < 2000; round += 1) {
    const documents = Array.from({ length: 1 + below(30) }, (_, at) => `d${at}`);
    const judged = new Map(
      documents.filter(() => random() < 0.4).map((id) => [id, below(3) === 0 ? below(11) : below(2)]),
    );
    const ranking = documents
      .filter(() => random() < 0.7)
      .map((id) => ({ id, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ id }) => id);
    const k = 1 + below(12);
    const expected = naively(ranking, judged, k);
    const figures = {
      ndcg: ndcg(ranking, judged, k),
      recall: recall(ranking, judged, k),
      reciprocalRank: reciprocalRank(ranking, judged, k),
    };
    for (const name of ["ndcg", "recall", "reciprocalRank"] as const) {
      expect(figures[name]).toBeCloseTo(expected[name], 10);
      expect(figures[name]).toBeGreaterThanOrEqual(0);
      expect(figures[name]).toBeLessThanOrEqual(1 + 1e-12);
    }
    // Moving a better document before a worse one never lowers nDCG.
    const at = below(Math.max(1, ranking.length - 1));
    const [upper, lower] = [ranking[at], ranking[at + 1]];
    if (upper === undefined || lower === undefined) continue;
    const swapped = ranking.with(at, lower).with(at + 1, upper);
    const gains = (judged.get(lower) ?? 0) - (judged.get(upper) ?? 0);
    const change = ndcg(swapped, judged, k) - ndcg(ranking, judged, k);
    expect(change * Math.sign(gains)).toBeGreaterThanOrEqual(-1e-12);
  }
});
