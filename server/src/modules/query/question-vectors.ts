import type { Embedder } from "@quarry/core";

/** Embeds questions, and remembers the latest ones. */
export interface QuestionVectors {
  /** @throws QuarryError `unavailable` when the provider is away. */
  embed(question: string): Promise<Float32Array>;
}

const ENTRIES = 1000;

/** Creates the cache of question embeddings. */
export function createQuestionVectors(embedder: Embedder): QuestionVectors {
  const cache = new Map<string, Float32Array>();
  return {
    async embed(question) {
      const known = cache.get(question);
      // A Map keeps the order of insertion: what was used goes to the end, what falls out stands first.
      if (known) cache.delete(question);
      const vector = known ?? (await embedder.embed([question], "query"))[0];
      if (!vector) throw new Error("the embedder answered no vector");
      cache.set(question, vector);
      const oldest = cache.keys().next();
      if (cache.size > ENTRIES && !oldest.done) cache.delete(oldest.value);
      return vector;
    },
  };
}
