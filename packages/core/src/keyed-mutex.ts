/** Lets one task at a time run for each key; others wait in order. */
export interface KeyedMutex {
  /** Runs `task` while holding all `keys`. Keys are taken in sorted order, so that tasks never wait in a circle. */
  run<Result>(keys: readonly string[], task: () => Promise<Result>): Promise<Result>;
}

/** Creates a mutex for this process. Other processes are fenced by the database's row locks and generations. */
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
