import type { Embedder } from "@quarry/core";
import { analyzeAndKeep, createYieldToEventLoop, takeAnalysis } from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import { hashedFeatures } from "./hashed-features.ts";

/** Options of {@link createBuiltinEmbedder}. */
export interface BuiltinEmbedderOptions {
  /** Length of the vectors. Default 512. Longer vectors are slightly more accurate and need more space. */
  readonly dimensions?: number;
}

/** Milliseconds of hashing after which the embedder yields to the event loop. */
const TURN_MS = 2;

/**
 * Creates an embedder that needs no key, network or model. It hashes words and parts of words, so it compares spelling,
 * not meaning. The same text always has the same vector; empty text has zeros.
 */
export function createBuiltinEmbedder({ dimensions = 512 }: BuiltinEmbedderOptions = {}): Embedder {
  return {
    // The version covers the hashing, the stop words and the analyzer.
    model: `builtin:v2:${dimensions}`,
    dimensions,
    // Storing their vectors delays questions: about 15 ms for so many.
    maxBatch: 64,
    family: "lexical",
    async embed(texts, kind) {
      const analyzeText = kind === "document" ? analyzeAndKeep : takeAnalysis;
      const vectors: Float32Array[] = [];
      const yieldToEventLoop = createYieldToEventLoop(TURN_MS);
      for (const text of texts) {
        await yieldToEventLoop();
        vectors.push(hashedFeatures(analyzeText(text, detectLanguage(text)), dimensions));
      }
      return vectors;
    },
    async close() {},
  };
}

/** True for the name of a model of `createBuiltinEmbedder`, of any version. */
export function isBuiltinModel(model: string): boolean {
  return model.startsWith("builtin:");
}
