/**
 * @module
 * Ports and pure logic of Quarry: no input or output, no Bun or Node API.
 */

export type { Chunk, ChunkOptions } from "./chunking/chunk.ts";
export * from "./chunking/chunk-document.ts";
export * from "./chunking/outline.ts";
export * from "./errors.ts";
export * from "./evaluation/bootstrap.ts";
export * from "./evaluation/fit-weight.ts";
export * from "./evaluation/metrics.ts";
export * from "./evaluation/seeded-random.ts";
export * from "./filter.ts";
export * from "./ids.ts";
export * from "./keyed-mutex.ts";
export * from "./matching/match-passage.ts";
export { type Question, type QuestionUnit, readQuestion } from "./matching/question.ts";
export type * from "./ports/blob-store.ts";
export type * from "./ports/clock.ts";
export type * from "./ports/embedder.ts";
export type * from "./ports/lexical-index.ts";
export type * from "./ports/parser.ts";
export type * from "./ports/reranker.ts";
export type * from "./ports/scope.ts";
export type * from "./ports/vector-store.ts";
export * from "./ranking/adjacent-pairs.ts";
export * from "./ranking/bm25.ts";
export * from "./ranking/falling-similarities.ts";
export * from "./ranking/fusion.ts";
export * from "./ranking/fuzzy-words.ts";
export * from "./ranking/idf.ts";
export * from "./ranking/language-model-sketch.ts";
export * from "./ranking/lexical-similarity.ts";
export * from "./ranking/lexical-weights.ts";
export * from "./ranking/majority-language.ts";
export * from "./ranking/near-duplicates.ts";
export * from "./ranking/packed-postings.ts";
export * from "./ranking/pair-factor.ts";
export * from "./ranking/query-terms.ts";
export * from "./ranking/rescore.ts";
export * from "./ranking/routing.ts";
export * from "./ranking/routing-reason.ts";
export * from "./ranking/score-sheet.ts";
export * from "./ranking/sketch-question.ts";
export * from "./ranking/space-shortlist.ts";
export * from "./ranking/space-sketch.ts";
export * from "./ranking/top-slots.ts";
export * from "./ranking/vector-strength.ts";
export * from "./text/analyze.ts";
export * from "./text/analyze-question.ts";
export * from "./text/graphemes.ts";
export type { Language } from "./text/language.ts";
export * from "./text/locate-terms.ts";
