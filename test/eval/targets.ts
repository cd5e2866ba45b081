/** Reference values of a collection. */
export interface Target {
  /** nDCG@10 of plain BM25: Lucene's defaults, Porter stemming for English; covidqa-long by whole documents. */
  readonly bm25: number;
  /** Required nDCG@10. */
  readonly minimum: number;
}

/** Targets by collection. */
export const TARGETS: Readonly<Record<string, Target>> = {
  scifact: { bm25: 0.683, minimum: 0.7 },
  cranfield: { bm25: 0.516, minimum: 0.53 },
  "covidqa-long": { bm25: 0.722, minimum: 0.84 },
  "xquad-en": { bm25: 0.968, minimum: 0.972 },
  "xquad-de": { bm25: 0.923, minimum: 0.96 },
  "xquad-zh": { bm25: 0.963, minimum: 0.965 },
  "xquad-ar": { bm25: 0.889, minimum: 0.95 },
};

/** Maximum mean loss of nDCG@10 by typos. */
export const MAX_TYPO_COST = 0.015;
/** Required nDCG@10 of one query over all spaces. */
export const MIN_ACROSS = 0.86;
/** Required recall@1 and recall@3 of space recommendations. */
export const MIN_ROUTING_RECALL = [0.985, 1] as const;
