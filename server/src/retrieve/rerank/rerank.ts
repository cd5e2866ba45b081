import { QuarryError, type Reranker } from "@quarry/core";
import { invalidField, isotonicSimilarities } from "@quarry/core/internal";
import { type Degraded, LIMITS, type QueryBody, type Reranked } from "@quarry/schema";
import { embeddingText } from "../../indexes/embeddings/embedding-text.ts";
import type { Passage } from "../hydrate/hydrate.ts";

/** Reorders the best passages with a model that reads the question and a passage together. */
export interface Reranking {
  /**
   * Number of passages to rerank for a query; 0 when the query does not ask for reranking.
   * @throws QuarryError `invalid_request` when it asks for reranking and no reranker is configured.
   */
  candidatesOf(rerank: QueryBody["rerank"]): number;
  /**
   * Sorts the first `candidates` passages by the reranker's scores. Keeps the order while the reranker is unavailable,
   * and reports it in `degraded`.
   * @param passages Best first.
   */
  rerank(question: string, passages: readonly Passage[], candidates: number): Promise<RerankedPassages>;
}

/** Passages with the reranker's scores. Either `reranked` or `degraded` is present. */
export interface RerankedPassages {
  readonly passages: Passage[];
  readonly reranked?: Reranked;
  readonly degraded?: Degraded;
}

/** Creates the reranking step. */
export function createReranking({ reranker }: { readonly reranker: Reranker | undefined }): Reranking {
  return {
    candidatesOf(rerank) {
      if (rerank === undefined || rerank === false) return 0;
      if (!reranker)
        throw invalidField(
          "/rerank",
          "needs a reranker, and this server has none: set QUARRY_RERANKER to http or local and restart the server, " +
            "or omit rerank",
        );
      const wanted = rerank === true ? undefined : rerank.candidates;
      return Math.min(wanted ?? LIMITS.rerankCandidatesDefault, reranker.maxDocuments);
    },
    async rerank(question, passages, candidates) {
      if (!reranker) throw new Error("no reranker is configured");
      const [best, rest] = [passages.slice(0, candidates), passages.slice(candidates)];
      try {
        const scores = await reranker.rerank(question, best.map(textOf));
        const reranked = { model: reranker.model, candidates: best.length };
        return {
          passages: [...sortByScore(best, scores), ...rest.map((passage) => ({ ...passage, rerank: null }))],
          reranked,
        };
      } catch (error) {
        if (!QuarryError.isInstance(error) || error.code !== "unavailable") throw error;
        const degraded: Degraded = { mode: "unreranked", reason: error.message };
        return { passages: passages.map((passage) => ({ ...passage, rerank: null })), degraded };
      }
    },
  };
}

/** The text of a passage below its headings, the same as the text that is embedded. */
function textOf({ chunk: { text } }: Passage): string {
  const { content, metadata } = text;
  const headings = Array.isArray(metadata.headings) ? metadata.headings.map(String) : [];
  return embeddingText({ headings, context: "", content });
}

/** Sorts stably by score, and adjusts the similarities so that they never rise along the new order. */
function sortByScore(passages: readonly Passage[], scores: Float32Array): Passage[] {
  const order = passages
    .map((passage, at) => ({ passage, rerank: scores[at] ?? 0 }))
    .sort((a, b) => b.rerank - a.rerank);
  const similarities = isotonicSimilarities(order.map(({ passage }) => passage.hit.similarity));
  return order.map(({ passage: { hit, chunk }, rerank }, at) => ({
    hit: { ...hit, similarity: similarities[at] ?? hit.similarity },
    chunk,
    rerank,
  }));
}
