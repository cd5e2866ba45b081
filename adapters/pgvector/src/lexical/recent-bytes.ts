/** A bounded memory of things that never change, by name; what was not asked for long goes first. */
export interface RecentBytes<Value> {
  get(name: string): Value | undefined;
  /** @param size Bytes that the value takes; one larger than a quarter of the limit is not kept. */
  set(name: string, value: Value, size: number): void;
}

/** What an entry takes besides its value, about. */
const OVERHEAD = 200;

/**
 * Makes an empty memory. What is asked for goes to the end only when it has come near the front: a question asks for
 * hundreds of things, and to put each of them in order would take longer than all else.
 */
export function createRecentBytes<Value>(limit: number): RecentBytes<Value> {
  interface Entry {
    readonly value: Value;
    readonly size: number;
    /** Number of the placing that put it where it is. */
    placed: number;
  }
  const entries = new Map<string, Entry>();
  let total = 0;
  let placings = 0;
  return {
    get(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      if (placings - entry.placed > entries.size / 4) {
        // A Map keeps the order of insertion: the oldest stand first.
        entries.delete(name);
        placings += 1;
        entry.placed = placings;
        entries.set(name, entry);
      }
      return entry.value;
    },
    set(name, value, size) {
      if (entries.has(name) || size > limit / 4) return;
      placings += 1;
      entries.set(name, { value, size: size + OVERHEAD, placed: placings });
      total += size + OVERHEAD;
      for (const [oldest, entry] of entries) {
        if (total <= limit) break;
        entries.delete(oldest);
        total -= entry.size;
      }
    },
  };
}
