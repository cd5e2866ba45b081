import { fallingSimilarities, invalidField, QuarryError, type Reranker } from "@quarry/core";
import { type Degraded, LIMITS, type QueryBody, type Reranked, type ResultItem } from "@quarry/schema";
import { embeddingText } from "../../indexing/embedding-text.ts";

/** Has the best passages read again by a model that reads question and passage together. */
export interface Reranking {
  /**
   * How many passages a question wants to have reranked; 0 when it does not ask for it.
   * @throws QuarryError `invalid_request` when it asks and there is no reranker.
   */
  candidatesOf(rerank: QueryBody["rerank"]): number;
  /**
   * Puts the first `candidates` results into the reranker's order. A reranker that is away leaves the order as it is, and
   * the answer says so.
   * @param results Best first.
   */
  rerank(question: string, results: readonly ResultItem[], candidates: number): Promise<RerankedResults>;
}

/** Results with `scores.rerank`, and how they came about: one of the two is there. */
export interface RerankedResults {
  readonly results: ResultItem[];
  readonly reranked?: Reranked;
  readonly degraded?: Degraded;
}

/** Creates what reranks, or refuses to when there is no reranker. */
export function createReranking({ reranker }: { readonly reranker: Reranker | undefined }): Reranking {
  return {
    candidatesOf(rerank) {
      if (rerank === undefined || rerank === false) return 0;
      if (!reranker)
        throw invalidField(
          "/rerank",
          "needs a reranker, and this server has none: set QUARRY_RERANKER to http or local and start it again, " +
            "or leave rerank out",
        );
      const wanted = rerank === true ? undefined : rerank.candidates;
      return Math.min(wanted ?? LIMITS.rerankCandidatesDefault, reranker.maxDocuments);
    },
    async rerank(question, results, candidates) {
      if (!reranker) throw new Error("there is no reranker");
      const [best, rest] = [results.slice(0, candidates), results.slice(candidates)];
      try {
        const scores = await reranker.rerank(question, best.map(textOf));
        const reranked = { model: reranker.model, candidates: best.length };
        return {
          results: [...inOrderOf(scores, best), ...rest.map((item) => withScore(item, null))],
          reranked,
        };
      } catch (error) {
        if (!QuarryError.isInstance(error) || error.code !== "unavailable") throw error;
        const degraded: Degraded = { mode: "unreranked", reason: error.message };
        return { results: results.map((item) => withScore(item, null)), degraded };
      }
    },
  };
}

/** A passage under its headings, as it is embedded too. */
function textOf({ chunk: { content }, metadata }: ResultItem): string {
  const headings = Array.isArray(metadata.headings) ? metadata.headings.map(String) : [];
  return embeddingText({ headings, context: "", content });
}

/** Equal scores keep the order that they had. */
function inOrderOf(scores: Float32Array, items: readonly ResultItem[]): ResultItem[] {
  const order = items.map((item, at) => ({ item, score: scores[at] ?? 0 })).sort((a, b) => b.score - a.score);
  const similarities = fallingSimilarities(order.map(({ item }) => item.similarity ?? 0));
  return order.map(({ item, score }, at) => ({
    ...withScore(item, score),
    similarity: similarities[at] ?? item.similarity,
  }));
}

function withScore(item: ResultItem, rerank: number | null): ResultItem {
  return { ...item, scores: { ...item.scores, rerank } };
}

/** The first `topK` results, at most `maxPerDocument` of one document. */
export function cutResults(
  results: readonly ResultItem[],
  { topK, maxPerDocument }: { readonly topK: number; readonly maxPerDocument: number },
): ResultItem[] {
  const perDocument = new Map<string, number>();
  const kept = results.filter(({ document }) => {
    const count = (perDocument.get(document.id) ?? 0) + 1;
    perDocument.set(document.id, count);
    return count <= maxPerDocument;
  });
  return kept.slice(0, topK);
}

/** What is said when both legs and reranking had troubles: the legs' are the graver ones. */
export function bothDegraded(
  legs: Degraded | undefined,
  reranking: Degraded | undefined,
): Degraded | undefined {
  if (!legs || !reranking) return legs ?? reranking;
  return { mode: legs.mode, reason: `${legs.reason} ${reranking.reason}` };
}
