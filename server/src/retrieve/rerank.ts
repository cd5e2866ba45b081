import { QuarryError, type Reranker } from "@quarry/core";
import { invalidField, isotonicSimilarities } from "@quarry/core/internal";
import { type Degraded, LIMITS, type QueryBody, type Reranked } from "@quarry/schema";
import { embeddingText } from "../indexes/embeddings/embedding-text.ts";
import type { Passage } from "./hydrate/hydrate.ts";

/** Has the best passages read again by a model that reads question and passage together. */
export interface Reranking {
  /**
   * How many passages a question wants to have reranked; 0 when it does not ask for it.
   * @throws QuarryError `invalid_request` when it asks and there is no reranker.
   */
  candidatesOf(rerank: QueryBody["rerank"]): number;
  /**
   * Puts the first `candidates` passages into the reranker's order. A reranker that is away leaves the order as it is, and
   * the answer says so.
   * @param passages Best first.
   */
  rerank(question: string, passages: readonly Passage[], candidates: number): Promise<RerankedPassages>;
}

/** Passages with the reranker's scores, and how they came about: one of the two is there. */
export interface RerankedPassages {
  readonly passages: Passage[];
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
    async rerank(question, passages, candidates) {
      if (!reranker) throw new Error("there is no reranker");
      const [best, rest] = [passages.slice(0, candidates), passages.slice(candidates)];
      try {
        const scores = await reranker.rerank(question, best.map(textOf));
        const reranked = { model: reranker.model, candidates: best.length };
        return {
          passages: [...inOrderOf(scores, best), ...rest.map((passage) => ({ ...passage, rerank: null }))],
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

/** A passage under its headings, as it is embedded too. */
function textOf({ chunk: { content, metadata } }: Passage): string {
  const headings = Array.isArray(metadata.headings) ? metadata.headings.map(String) : [];
  return embeddingText({ headings, context: "", content });
}

/** Equal scores keep the order that they had. */
function inOrderOf(scores: Float32Array, passages: readonly Passage[]): Passage[] {
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

/** What is said when both legs and reranking had troubles: the legs' are the graver ones. */
export function bothDegraded(
  legs: Degraded | undefined,
  reranking: Degraded | undefined,
): Degraded | undefined {
  if (!legs || !reranking) return legs ?? reranking;
  return { mode: legs.mode, reason: `${legs.reason} ${reranking.reason}` };
}
