import type { Embedder } from "@quarry/core";

/** Embeds questions and caches the most recent ones. */
export interface QuestionVectors {
  /** @throws QuarryError `unavailable` when the provider is unavailable. */
  embed(embedder: Embedder, question: string): Promise<Float32Array>;
  /** How many questions came from the cache and how many from the embedder. */
  readonly reads: { cache: number; embedder: number };
}

const ENTRIES = 1000;

/** Creates the cache of question embeddings. Concurrent callers with the same question share one provider call. */
export function createQuestionVectors(): QuestionVectors {
  const cache = new Map<string, Promise<Float32Array>>();
  const reads = { cache: 0, embedder: 0 };

  async function embedQuestion(embedder: Embedder, question: string): Promise<Float32Array> {
    const [vector] = await embedder.embed([question], "query");
    if (!vector) throw new Error("the embedder returned no vector");
    return vector;
  }

  return {
    embed(embedder, question) {
      const key = `${embedder.model}\n${question}`;
      const known = cache.get(key);
      reads[known ? "cache" : "embedder"] += 1;
      // A Map keeps insertion order: reinserting marks an entry as recently used, and the first entry is the oldest.
      if (known) cache.delete(key);
      const vector = known ?? embedQuestion(embedder, question);
      cache.set(key, vector);
      if (!known)
        vector.catch(() => {
          if (cache.get(key) === vector) cache.delete(key);
        });
      const oldest = cache.keys().next();
      if (cache.size > ENTRIES && !oldest.done) cache.delete(oldest.value);
      return vector;
    },
    reads,
  };
}
