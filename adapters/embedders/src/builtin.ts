import type { Embedder } from "@quarry/core";
import {
  analyzeAndKeep,
  analyzeRuns,
  createYieldToEventLoop,
  type TermRun,
  takeAnalysis,
} from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import { hashedFeatures, hashRuns } from "./hashed-features.ts";

/** Options of {@link createBuiltinEmbedder}. */
export interface BuiltinEmbedderOptions {
  /** Length of the vectors. Default 512. Longer vectors are slightly more accurate and need more space. */
  readonly dimensions?: number;
}

/** Longer than any passage of a document. Longer texts are analyzed in parts, so that nothing else waits for the whole. */
const PART_CHARS = 16_000;

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
        const language = detectLanguage(text);
        if (text.length <= PART_CHARS) {
          vectors.push(hashedFeatures(analyzeText(text, language), dimensions));
          continue;
        }
        const runs: TermRun[] = [];
        for (const part of partsOf(text)) {
          for (const run of hashRuns(analyzeRuns(part, language))) runs.push(run);
          await yieldToEventLoop();
        }
        vectors.push(hashedFeatures(runs, dimensions));
      }
      return vectors;
    },
    async close() {},
  };
}

/** No word reaches over these, and no character joins with them. */
const BETWEEN_WORDS = /[\s。、]/g;

/** Cuts a long text into parts that have the same terms as the whole, except where it has no space for very long. */
function* partsOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    BETWEEN_WORDS.lastIndex = start + PART_CHARS;
    const at = BETWEEN_WORDS.exec(text.slice(0, start + 2 * PART_CHARS))?.index;
    const end = at ?? start + 2 * PART_CHARS;
    yield text.slice(start, end);
    start = end;
  }
}

/** True for the name of a model of `createBuiltinEmbedder`, of any version. */
export function isBuiltinModel(model: string): boolean {
  return model.startsWith("builtin:");
}
