import type { Embedder } from "@quarry/core";

/** Embeds questions, and remembers the latest ones. */
export interface QuestionVectors {
  /** @throws QuarryError `unavailable` when the provider is away. */
  embed(embedder: Embedder, question: string): Promise<Float32Array>;
}

const ENTRIES = 1000;

/** Creates the cache of question embeddings. Who asks the same at the same time waits for the same call. */
export function createQuestionVectors(): QuestionVectors {
  const cache = new Map<string, Promise<Float32Array>>();

  async function ask(embedder: Embedder, question: string): Promise<Float32Array> {
    const [vector] = await embedder.embed([question], "query");
    if (!vector) throw new Error("the embedder answered no vector");
    return vector;
  }

  return {
    embed(embedder, question) {
      const key = `${embedder.model}\n${question}`;
      const known = cache.get(key);
      // A Map keeps the order of insertion: what was used goes to the end, what falls out stands first.
      if (known) cache.delete(key);
      const vector = known ?? ask(embedder, question);
      cache.set(key, vector);
      if (!known)
        vector.catch(() => {
          if (cache.get(key) === vector) cache.delete(key);
        });
      const oldest = cache.keys().next();
      if (cache.size > ENTRIES && !oldest.done) cache.delete(oldest.value);
      return vector;
    },
  };
}
