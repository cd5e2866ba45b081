import { type Embedder, QuarryError, type Reranker } from "@quarry/core";
import { faultOfRanks, faultOfVectors } from "./model-answers.ts";
import { createPluginCalls } from "./plugin-calls.ts";
import type { PluginHealth } from "./plugin-health.ts";

/** Above the limits of the adapters, which know their providers: the last resort. */
const QUESTION_RULES = { member: "embed", limitMs: 30_000, slowMs: 3000, isRepeated: false };
const DOCUMENT_RULES = { member: "embed", limitMs: 900_000, slowMs: 120_000, isRepeated: false };
const RERANK_RULES = { member: "rerank", limitMs: 60_000, slowMs: 10_000, isRepeated: false };

/** A provider that refuses a text is not away. */
const isRefusal = (error: unknown) => QuarryError.isInstance(error) && error.code !== "unavailable";

/** Puts a wall around an embedder: it answers in time with as many vectors as texts, or is `unavailable`. */
export function guardEmbedder(embedder: Embedder, health: PluginHealth): Embedder {
  const { call } = createPluginCalls(health, isRefusal);
  return {
    model: embedder.model,
    get dimensions() {
      return embedder.dimensions;
    },
    maxBatch: embedder.maxBatch,
    family: embedder.family,
    embed: (texts, purpose) =>
      call(
        purpose === "query" ? QUESTION_RULES : DOCUMENT_RULES,
        () => embedder.embed(texts, purpose),
        (vectors) => faultOfVectors(vectors, texts.length, embedder.dimensions),
      ),
    close: () => embedder.close(),
  };
}

/** Puts a wall around a reranker: it answers in time with one score for each text, or is `unavailable`. */
export function guardReranker(reranker: Reranker, health: PluginHealth): Reranker {
  const { call } = createPluginCalls(health, isRefusal);
  return {
    model: reranker.model,
    maxDocuments: reranker.maxDocuments,
    rerank: (question, texts) =>
      call(
        RERANK_RULES,
        () => reranker.rerank(question, texts),
        (scores) => faultOfRanks(scores, texts.length),
      ),
    close: () => reranker.close(),
  };
}
