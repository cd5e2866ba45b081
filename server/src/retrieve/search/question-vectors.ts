import type { Embedder } from "@quarry/core";
import { createRotatingCache } from "@quarry/core/internal";

/** Embeds questions and caches the most recent ones. */
export interface QuestionVectors {
  /** @throws QuarryError `unavailable` when the provider is unavailable. */
  embed(embedder: Embedder, question: string): Promise<Float32Array>;
  /** How many questions came from the cache and how many from the embedder. */
  readonly reads: { cache: number; embedder: number };
}

/** Of each of the cache's two generations. */
const ENTRIES = 500;

/** Creates the cache of question embeddings. Concurrent callers with the same question share one provider call. */
export function createQuestionVectors(): QuestionVectors {
  const cache = createRotatingCache<Float32Array>(ENTRIES);
  const running = new Map<string, Promise<Float32Array>>();
  const reads = { cache: 0, embedder: 0 };

  async function embedQuestion(embedder: Embedder, question: string, key: string): Promise<Float32Array> {
    const [vector] = await embedder.embed([question], "query");
    if (!vector) throw new Error("the embedder returned no vector");
    cache.set(key, vector);
    return vector;
  }

  return {
    async embed(embedder, question) {
      const key = `${embedder.model}\n${question}`;
      const known = cache.get(key) ?? running.get(key);
      reads[known ? "cache" : "embedder"] += 1;
      if (known) return known;
      const vector = embedQuestion(embedder, question, key).finally(() => running.delete(key));
      running.set(key, vector);
      return vector;
    },
    reads,
  };
}
