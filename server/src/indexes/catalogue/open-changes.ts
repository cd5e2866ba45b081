/** The keys that open transactions change. */
export interface OpenChanges {
  has(key: string): boolean;
  /** Opens a change. Call it while the transaction holds the locks of the rows that the keys stand for. */
  open(keys: readonly string[]): OpenChange;
}

/** The change of one transaction. */
export interface OpenChange {
  /** False when a later transaction has already applied its change of this key. */
  isLatest(key: string): boolean;
  /** Later calls do nothing. */
  close(): void;
}

interface Key {
  changes: number;
  /** The number of the last change that was applied. */
  applied: number;
}

/**
 * Creates the register. Changes of a key open in the order of their commits, because each holds the row's lock when it
 * opens. Their commits may be confirmed in another order, over other connections.
 */
export function createOpenChanges(): OpenChanges {
  const keys = new Map<string, Key>();
  let count = 0;

  return {
    has: (key) => keys.size > 0 && keys.has(key),
    open(names) {
      count += 1;
      const number = count;
      for (const name of names) {
        const key = keys.get(name) ?? { changes: 0, applied: 0 };
        key.changes += 1;
        keys.set(name, key);
      }
      let isOpen = true;
      return {
        isLatest(name) {
          const key = keys.get(name);
          if (!key || key.applied > number) return false;
          key.applied = number;
          return true;
        },
        close() {
          if (!isOpen) return;
          isOpen = false;
          for (const name of names) {
            const key = keys.get(name);
            if (!key) continue;
            key.changes -= 1;
            if (key.changes === 0) keys.delete(name);
          }
        },
      };
    },
  };
}
