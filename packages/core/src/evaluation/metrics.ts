/** Relevance grades of the judged documents of a question: document id -> grade, 0 for irrelevant. */
export type Judgements = ReadonlyMap<string, number>;

/**
 * Normalized discounted cumulative gain at `k`: the sum of grade / log2(rank + 1), divided by the same sum over the ideal
 * order of all judged documents.
 *
 * The gain is the grade itself, as in trec_eval's `ndcg_cut` (m_ndcg_cut.c) and BEIR's figures. Source: Järvelin and
 * Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM TOIS 20(4), 2002, with trec_eval's discount.
 */
export function ndcg(ranking: readonly string[], judged: Judgements, k: number): number {
  const ideal = discountedGain([...judged.values()].sort((left, right) => right - left).slice(0, k));
  if (ideal === 0) return 0;
  return discountedGain(ranking.slice(0, k).map((id) => judged.get(id) ?? 0)) / ideal;
}

/** Share of the relevant documents within the first `k` ranks (trec_eval's `recall`). */
export function recall(ranking: readonly string[], judged: Judgements, k: number): number {
  const relevant = [...judged].filter(([, grade]) => grade > 0).map(([id]) => id);
  const found = new Set(ranking.slice(0, k));
  return relevant.length === 0 ? 0 : relevant.filter((id) => found.has(id)).length / relevant.length;
}

/** 1 / rank of the first relevant document within the first `k` ranks, or 0 (trec_eval's `recip_rank` with a cutoff). */
export function reciprocalRank(ranking: readonly string[], judged: Judgements, k: number): number {
  const index = ranking.slice(0, k).findIndex((id) => (judged.get(id) ?? 0) > 0);
  return index === -1 ? 0 : 1 / (index + 1);
}

/** Arithmetic mean; 0 for an empty list. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Percentile by the nearest-rank method; 0 for an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

function discountedGain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + Math.max(0, grade) / Math.log2(index + 2), 0);
}
