/** What a collection's figure is compared with. */
export interface Target {
  /** nDCG@10 of plain BM25: Lucene's defaults, Porter stems for English; of covidqa-long by whole documents. */
  readonly plain: number;
  /** The least nDCG@10 that is good enough. */
  readonly least: number;
}

/** For the collections that are known. */
export const TARGETS: Readonly<Record<string, Target>> = {
  scifact: { plain: 0.683, least: 0.7 },
  cranfield: { plain: 0.516, least: 0.53 },
  "covidqa-long": { plain: 0.722, least: 0.84 },
  "xquad-en": { plain: 0.968, least: 0.972 },
  "xquad-de": { plain: 0.923, least: 0.96 },
  "xquad-zh": { plain: 0.963, least: 0.965 },
  "xquad-ar": { plain: 0.889, least: 0.95 },
};

/** The most that typing mistakes may cost in the mean. */
export const TYPO_COST = 0.015;
/** The least nDCG@10 of one query over all spaces. */
export const ACROSS_LEAST = 0.86;
/** The least share of questions whose own space is recommended first, and among three. */
export const ROUTING_LEAST = [0.985, 1] as const;
