import type { Language } from "./languages/language.ts";

/** A cache keyed by a substring, looked up without creating the substring. */
export interface RunCache<Value> {
  find(source: string, start: number, end: number, language: Language): Value | undefined;
  /** @param run The substring. The cache retains it, so it must not be a slice of a long text. */
  store(run: string, language: Language, value: Value): void;
}

interface Entry<Value> {
  readonly run: string;
  readonly language: Language;
  readonly value: Value;
}

/**
 * Creates a direct-mapped cache with a fixed number of slots: a new entry replaces the one with the same hash, so the
 * size is bounded without bookkeeping.
 * Used instead of `lru-cache`, which would need to create the substring as its key.
 * @param bits Base-2 logarithm of the number of slots.
 */
export function createRunCache<Value>(bits: number): RunCache<Value> {
  const places = new Array<Entry<Value> | undefined>(1 << bits).fill(undefined);

  function placeOf(source: string, start: number, end: number): number {
    // FNV-1a over code units. Uses the high bits, which are mixed better.
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ source.charCodeAt(at), 0x01000193);
    return Math.imul(hash, 0x9e3779b1) >>> (32 - bits);
  }

  return {
    find(source, start, end, language) {
      const entry = places[placeOf(source, start, end)];
      if (entry === undefined || entry.language !== language || entry.run.length !== end - start)
        return undefined;
      for (let at = 0; at < entry.run.length; at++)
        if (entry.run.charCodeAt(at) !== source.charCodeAt(start + at)) return undefined;
      return entry.value;
    },
    store(run, language, value) {
      places[placeOf(run, 0, run.length)] = { run, language, value };
    },
  };
}
