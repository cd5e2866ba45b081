import type { Metadata } from "@quarry/schema";
import type { Filter } from "./filter.ts";
import { matchesFilter } from "./matches-filter.ts";

/**
 * Remembers which documents pass the most recent filters, so that a filter that is used again and again reads each
 * document's metadata once. Documents are numbered; a verdict is one byte.
 */
export interface FilterVerdicts {
  /** Returns whether a document passes; valid until the next call of `forget`. */
  of(filter: Filter): (ordinal: number) => boolean;
  /** Reports that an ordinal now means another document, or none. */
  forget(ordinal: number): void;
}

/** Filters remembered; beyond either limit, the one that was not used for longest is forgotten. */
const MAX_FILTERS = 256;
const MAX_BYTES = 4_000_000;
/** Longer filters are not remembered. */
const MAX_KEY = 4096;
const [PASSES, FAILS] = [1, 2];

/**
 * Creates an empty memory.
 * @param metadataOf Returns a document's metadata; undefined for an ordinal without a document, which never passes.
 */
export function createFilterVerdicts(metadataOf: (ordinal: number) => Metadata | undefined): FilterVerdicts {
  // A Map keeps insertion order: reinserting marks a filter as recently used, and the first is the oldest.
  const remembered = new Map<string, Uint8Array>();
  let bytes = 0;

  function forgetFilter(key: string): void {
    bytes -= remembered.get(key)?.length ?? 0;
    remembered.delete(key);
  }

  function open(filter: Filter) {
    const key = JSON.stringify(filter);
    let verdicts = remembered.get(key) ?? new Uint8Array(64);
    const remember = () => {
      if (key.length > MAX_KEY) return;
      forgetFilter(key);
      remembered.set(key, verdicts);
      bytes += verdicts.length;
      for (const oldest of remembered.keys()) {
        if (oldest === key || (remembered.size <= MAX_FILTERS && bytes <= MAX_BYTES)) break;
        forgetFilter(oldest);
      }
    };
    remember();
    return {
      read: (ordinal: number) => verdicts[ordinal],
      write(ordinal: number, verdict: number) {
        if (ordinal >= verdicts.length) {
          const larger = new Uint8Array(Math.max(ordinal + 1, verdicts.length * 2));
          larger.set(verdicts);
          verdicts = larger;
          remember();
        }
        verdicts[ordinal] = verdict;
      },
    };
  }

  return {
    of(filter) {
      const { read, write } = open(filter);
      return (ordinal) => {
        const known = read(ordinal);
        if (known === PASSES || known === FAILS) return known === PASSES;
        const metadata = metadataOf(ordinal);
        if (!metadata) return false;
        const passes = matchesFilter(metadata, filter);
        write(ordinal, passes ? PASSES : FAILS);
        return passes;
      };
    },

    forget(ordinal) {
      for (const verdicts of remembered.values()) verdicts[ordinal] = 0;
    },
  };
}
