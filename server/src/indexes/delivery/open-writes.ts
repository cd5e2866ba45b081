/** Writes that have noted a change which is not yet in every index. */
export interface OpenWrites {
  /** Runs a write, which names what it changes before it commits. */
  run<Result>(write: (changing: (keys: readonly string[]) => void) => Promise<Result>): Promise<Result>;
  /** Resolves when the writes that are changing these documents or spaces have ended. */
  ended(keys: readonly string[]): Promise<void>;
  /** True while a write that is changing this document or space has not ended. */
  isOpen(key: string): boolean;
}

/** Creates an empty register. */
export function createOpenWrites(): OpenWrites {
  const byKey = new Map<string, Set<Promise<void>>>();

  return {
    async run(write) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const named = new Set<string>();
      try {
        return await write((keys) => {
          for (const key of keys) {
            named.add(key);
            byKey.set(key, (byKey.get(key) ?? new Set()).add(promise));
          }
        });
      } finally {
        for (const key of named) {
          const open = byKey.get(key);
          open?.delete(promise);
          if (open?.size === 0) byKey.delete(key);
        }
        resolve();
      }
    },
    async ended(keys) {
      await Promise.all(keys.flatMap((key) => [...(byKey.get(key) ?? [])]));
    },
    isOpen: (key) => byKey.has(key),
  };
}
