/** Runs one task at a time per key, in the order of arrival. */
export interface KeyedMutex {
  /** Runs `task` while holding all `keys`. Acquires them in sorted order, which rules out deadlocks. */
  run<Result>(keys: readonly string[], task: () => Promise<Result>): Promise<Result>;
}

/** Creates a mutex for this process. Across processes, the database's row locks and generations apply. */
export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<void>>();

  async function acquire(key: string): Promise<() => void> {
    const before = tails.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    const tail = before ? before.then(() => promise) : promise;
    tails.set(key, tail);
    await before;
    return () => {
      resolve();
      if (tails.get(key) === tail) tails.delete(key);
    };
  }

  return {
    async run(keys, task) {
      const releases: (() => void)[] = [];
      try {
        for (const key of [...new Set(keys)].sort()) releases.push(await acquire(key));
        return await task();
      } finally {
        for (const release of releases) release();
      }
    },
  };
}
