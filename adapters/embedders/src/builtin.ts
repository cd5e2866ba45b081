import type { Embedder } from "@quarry/core";
import { analyze } from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import { hashedFeatures } from "./hashed-features.ts";

/** What `createBuiltinEmbedder` takes. */
export interface BuiltinEmbedderOptions {
  /** Length of the vectors. Default 512; more is a little better and larger. */
  readonly dimensions?: number;
}

/** Milliseconds of hashing after which other work gets its turn. */
const turnMs = 8;

/**
 * The embedder that needs no key, no network and no model: words and parts of words, hashed. It knows spelling, not
 * meaning. The same text gives the same vector for ever; empty text gives zeros.
 */
export function createBuiltinEmbedder({ dimensions = 512 }: BuiltinEmbedderOptions = {}): Embedder {
  return {
    // The version is that of hashing, stop list and analyzer together.
    model: `builtin:v2:${dimensions}`,
    dimensions,
    maxBatch: 256,
    family: "lexical",
    async embed(texts) {
      const vectors: Float32Array[] = [];
      let turnEndsMs = performance.now() + turnMs;
      for (const text of texts) {
        if (performance.now() > turnEndsMs) {
          await new Promise<void>((resolve) => setImmediate(resolve));
          turnEndsMs = performance.now() + turnMs;
        }
        vectors.push(hashedFeatures(analyze(text, detectLanguage(text)), dimensions));
      }
      return vectors;
    },
    async close() {},
  };
}
