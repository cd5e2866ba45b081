import type { NoResults } from "@quarry/schema";

/** What is known about a search that found no passage. */
export interface EmptySearch {
  /** Number of passages in the searched spaces. */
  readonly chunks: number;
  /** Similarity of the best hit, before the threshold; undefined without a hit. */
  readonly best: number | undefined;
  readonly threshold: number;
  /** True when the query names documents. */
  readonly isOfDocuments: boolean;
  /** Tells whether there are hits without the filter; undefined when the query has no filter. */
  readonly hasUnfilteredHits: (() => Promise<boolean>) | undefined;
}

/** Says why a search found no passage. */
export async function whyNothing({
  chunks,
  best,
  threshold,
  isOfDocuments,
  hasUnfilteredHits,
}: EmptySearch): Promise<NoResults> {
  if (chunks === 0)
    return {
      reason: "nothing_indexed",
      message:
        "The searched spaces hold no passage yet. Add documents, or wait until their status is COMPLETED; a FAILED one says why in its errorMessage.",
    };
  if (best !== undefined && best < threshold)
    return {
      reason: "threshold",
      message: `The best passage has a similarity of ${best.toFixed(3)}, and threshold asks for ${threshold}. Lower it to see that passage.`,
      bestSimilarity: best,
    };
  if (await hasUnfilteredHits?.())
    return {
      reason: "filter",
      message:
        "Passages match, but metadata and filter exclude their documents. Compare them with the documents' metadata.",
    };
  if (isOfDocuments)
    return {
      reason: "no_match",
      message:
        "No passage of these documents has a word of the query, or anything like it. Only documents of the searched spaces are found, when their status is COMPLETED.",
    };
  return {
    reason: "no_match",
    message:
      "No passage has a word of the query, or anything like it. Ask in the words of the documents, or search other spaces.",
  };
}

/** Says why a smart query searched no space. */
export const NO_SPACE: NoResults = {
  reason: "no_space",
  message:
    "No space is likely to answer, so none was searched. Ask in the words of the documents, lower minRelevance, or name the spaces with POST /api/query.",
};
