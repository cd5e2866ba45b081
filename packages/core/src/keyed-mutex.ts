/** Runs one task at a time per key, in the order of arrival. */
export interface KeyedMutex {
  /** Runs `task` while holding all `keys`. Queues for all of them at once, which rules out deadlocks. */
  run<Result>(keys: readonly string[], task: () => Promise<Result>): Promise<Result>;
}

/** Creates a mutex for this process. Across processes, the database's row locks and generations apply. */
export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<void>>();

  return {
    async run(keys, task) {
      const wanted = [...new Set(keys)];
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = wanted.map((key) => tails.get(key));
      for (const key of wanted) tails.set(key, promise);
      try {
        await Promise.all(before);
        return await task();
      } finally {
        resolve();
        for (const key of wanted) if (tails.get(key) === promise) tails.delete(key);
      }
    },
  };
}
