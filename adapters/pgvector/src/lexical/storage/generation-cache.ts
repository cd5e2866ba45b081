/** A cache of immutable values, bounded by their estimated bytes. */
export interface GenerationCache<Key, Value> {
  get(key: Key): Value | undefined;
  /** @param bytes Memory that the value takes, its key included. */
  set(key: Key, value: Value, bytes: number): void;
  /** Reports that a value of the cache has grown. */
  grew(bytes: number): void;
}

/**
 * Creates an empty cache of two generations. When the young one has half of the bytes, it becomes the old one, and the
 * previous old one is dropped; a hit in the old one moves the value. A question makes hundreds of look-ups, and a list
 * of the least recently used costs several times as much for each.
 */
export function createGenerationCache<Key, Value extends object>(
  maxBytes: number,
): GenerationCache<Key, Value> {
  type Entry = { readonly value: Value; readonly bytes: number };
  let young = new Map<Key, Entry>();
  let old = new Map<Key, Entry>();
  let youngBytes = 0;

  function add(key: Key, entry: Entry): void {
    if (youngBytes + entry.bytes > maxBytes / 2) {
      old = young;
      young = new Map();
      youngBytes = 0;
    }
    young.set(key, entry);
    youngBytes += entry.bytes;
  }

  return {
    get(key) {
      const found = young.get(key);
      if (found) return found.value;
      const aged = old.get(key);
      if (!aged) return undefined;
      old.delete(key);
      add(key, aged);
      return aged.value;
    },
    set(key, value, bytes) {
      // A value of half the cache or more would drop everything else.
      if (bytes < maxBytes / 4) add(key, { value, bytes });
    },
    grew(bytes) {
      youngBytes += bytes;
    },
  };
}
