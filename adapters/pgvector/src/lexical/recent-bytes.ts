/** A bounded memory of things that never change, by name; what was not asked for longest goes first. */
export interface RecentBytes<Value> {
  get(name: string): Value | undefined;
  /** @param size Bytes that the value takes; one larger than a quarter of the limit is not kept. */
  set(name: string, value: Value, size: number): void;
}

/** What an entry takes besides its value, about. */
const OVERHEAD = 200;

/** Makes an empty memory. */
export function createRecentBytes<Value>(limit: number): RecentBytes<Value> {
  const entries = new Map<string, { readonly value: Value; readonly size: number }>();
  let total = 0;
  return {
    get(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      // A Map keeps the order of insertion: the oldest stand first.
      entries.delete(name);
      entries.set(name, entry);
      return entry.value;
    },
    set(name, value, size) {
      if (entries.has(name) || size > limit / 4) return;
      entries.set(name, { value, size: size + OVERHEAD });
      total += size + OVERHEAD;
      for (const [oldest, entry] of entries) {
        if (total <= limit) break;
        entries.delete(oldest);
        total -= entry.size;
      }
    },
  };
}
