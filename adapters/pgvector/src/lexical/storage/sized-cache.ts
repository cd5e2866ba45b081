import { LRUCache } from "lru-cache";

/** Estimated bytes that an entry takes in addition to its value. */
const ENTRY_OVERHEAD = 200;

/** A bounded cache of immutable values by name; evicts the least recently used. */
export interface SizedCache<Value> {
  get(name: string): Value | undefined;
  /** @param size Bytes that the value takes. A value larger than a quarter of the cache is not kept. */
  set(name: string, value: Value, size: number): void;
}

/** Creates an empty cache. @param maxBytes Limit of all entries together. */
export function createSizedCache<Value extends object>(maxBytes: number): SizedCache<Value> {
  const entries = new LRUCache<string, Value>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
  });
  return {
    get: (name) => entries.get(name),
    set: (name, value, size) => void entries.set(name, value, { size: Math.ceil(size) + ENTRY_OVERHEAD }),
  };
}
