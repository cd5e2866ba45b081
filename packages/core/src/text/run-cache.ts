import type { Language } from "./languages/language.ts";

/** A value with its key: a substring and a language. */
export interface OfRun {
  /** The cache retains it, so it must not be a slice of a long text. */
  readonly run: string;
  readonly language: Language;
}

/** The compiler leaves out loads that nothing depends on. */
const touched = new Uint32Array(1);

/** A cache keyed by a substring, looked up without creating the substring. */
export interface RunCache<Value extends OfRun> {
  /** Returns the place of a substring, for {@link find}. */
  placeOf(source: string, start: number, end: number): number;
  /** Touches what is at the first places, but none below 0, so that the processor loads all of it at the same time. */
  touch(places: Int32Array, count: number): void;
  find(place: number, source: string, start: number, end: number, language: Language): Value | undefined;
  store(value: Value): void;
  clear(): void;
}

/**
 * Creates a cache with a fixed number of slots: a new entry replaces the older of two whose hashes share a pair of slots,
 * so the size is bounded without bookkeeping.
 * Used instead of `lru-cache`, which would need to create the substring as its key.
 * @param bits Base-2 logarithm of the number of slots.
 */
export function createRunCache<Value extends OfRun>(bits: number): RunCache<Value> {
  const places = new Array<Value | undefined>(1 << bits).fill(undefined);

  /** The first of a pair of slots. */
  function placeOf(source: string, start: number, end: number): number {
    // FNV-1a over code units. Uses the high bits, which are mixed better.
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ source.charCodeAt(at), 0x01000193);
    return (Math.imul(hash, 0x9e3779b1) >>> (32 - bits)) & ~1;
  }

  return {
    placeOf,
    touch(wanted, count) {
      let sum = 0;
      for (let at = 0; at < count; at++) {
        const place = wanted[at] as number;
        const young = place < 0 ? undefined : places[place];
        if (young !== undefined) sum += young.run.charCodeAt(0);
      }
      touched[0] = sum;
    },
    find(place, source, start, end, language) {
      const young = places[place];
      if (young !== undefined && isOf(young, source, start, end, language)) return young;
      const old = places[place + 1];
      if (old === undefined || !isOf(old, source, start, end, language)) return undefined;
      places[place] = old;
      places[place + 1] = young;
      return old;
    },
    store(value) {
      const place = placeOf(value.run, 0, value.run.length);
      places[place + 1] = places[place];
      places[place] = value;
    },
    clear: () => void places.fill(undefined),
  };
}

function isOf(value: OfRun, source: string, start: number, end: number, language: Language): boolean {
  const { run } = value;
  if (value.language !== language || run.length !== end - start) return false;
  for (let at = 0; at < run.length; at++)
    if (run.charCodeAt(at) !== source.charCodeAt(start + at)) return false;
  return true;
}
