import type { Embedder } from "@quarry/core";

/** Embeds questions, and remembers the latest ones. */
export interface QuestionVectors {
  /** @throws QuarryError `unavailable` when the provider is away. */
  embed(question: string): Promise<Float32Array>;
}

const ENTRIES = 1000;

/** Creates the cache of question embeddings. Who asks the same at the same time waits for the same call. */
export function createQuestionVectors(embedder: Embedder): QuestionVectors {
  const cache = new Map<string, Promise<Float32Array>>();

  async function ask(question: string): Promise<Float32Array> {
    const [vector] = await embedder.embed([question], "query");
    if (!vector) throw new Error("the embedder answered no vector");
    return vector;
  }

  return {
    embed(question) {
      const known = cache.get(question);
      // A Map keeps the order of insertion: what was used goes to the end, what falls out stands first.
      if (known) cache.delete(question);
      const vector = known ?? ask(question);
      cache.set(question, vector);
      if (!known)
        vector.catch(() => {
          if (cache.get(question) === vector) cache.delete(question);
        });
      const oldest = cache.keys().next();
      if (cache.size > ENTRIES && !oldest.done) cache.delete(oldest.value);
      return vector;
    },
  };
}
