import type { EmbeddingPurpose } from "@quarry/core";

/** Texts that wait for a model that takes one at a time: questions first, since somebody waits for each. */
export interface TextQueue {
  add(text: string, purpose: EmbeddingPurpose): Promise<Float32Array>;
  /** Fails all that wait. */
  clear(error: Error): void;
}

interface WaitingText {
  readonly text: string;
  readonly done: PromiseWithResolvers<Float32Array>;
}

/** Makes an empty queue before `embed`. */
export function createTextQueue(embed: (text: string) => Promise<Float32Array>): TextQueue {
  const waiting: Record<EmbeddingPurpose, WaitingText[]> = { query: [], document: [] };
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    for (;;) {
      const next = waiting.query.shift() ?? waiting.document.shift();
      if (!next) break;
      await embed(next.text).then(next.done.resolve, next.done.reject);
    }
    isRunning = false;
  }

  return {
    add(text, purpose) {
      const done = Promise.withResolvers<Float32Array>();
      waiting[purpose].push({ text, done });
      if (!isRunning) void run();
      return done.promise;
    },
    clear(error) {
      for (const { done } of [...waiting.query.splice(0), ...waiting.document.splice(0)]) done.reject(error);
    },
  };
}
