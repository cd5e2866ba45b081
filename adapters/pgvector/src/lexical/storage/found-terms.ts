import { createGenerationCache } from "./generation-cache.ts";
import type { SegmentView, SpaceView } from "./space-view.ts";
import type { StoredTerm } from "./term-cache.ts";

/** A term in one segment that has it. */
export interface TermPart {
  readonly segment: SegmentView;
  readonly term: StoredTerm;
}

/**
 * Caches where the terms of a space are, also missing ones: a look-up per term instead of one per term and segment. It holds
 * for one view of the space; a change of the space makes another view.
 */
export interface FoundTerms {
  get(view: SpaceView, key: number): readonly TermPart[] | undefined;
  set(view: SpaceView, key: number, parts: readonly TermPart[]): void;
}

interface Found {
  readonly view: SpaceView;
  readonly key: number;
  readonly parts: readonly TermPart[];
}

/** Estimated bytes of an entry, and of each of its parts. */
const ENTRY_BYTES = 200;
const PART_BYTES = 150;
const BYTES_PER_POSTING = 4;

/** Creates an empty cache. @param maxBytes Limit of all entries, with the postings that they keep in memory. */
export function createFoundTerms(maxBytes: number): FoundTerms {
  const cache = createGenerationCache<number, Found>(maxBytes);
  const numbers = new WeakMap<SpaceView, number>();
  let views = 0;

  // One number instead of a string, because a question makes a hundred look-ups. Two terms may share a number, so `get`
  // compares.
  function placeOf(view: SpaceView, key: number): number {
    let number = numbers.get(view);
    if (number === undefined) {
      views += 1;
      number = views;
      numbers.set(view, number);
    }
    return key + number * 1_000_003;
  }

  return {
    get(view, key) {
      const found = cache.get(placeOf(view, key));
      return found && found.key === key && found.view === view ? found.parts : undefined;
    },
    set(view, key, parts) {
      const bytes = parts.reduce(
        (sum, { term }) => sum + PART_BYTES + term.count * BYTES_PER_POSTING,
        ENTRY_BYTES,
      );
      cache.set(placeOf(view, key), { view, key, parts }, bytes);
    },
  };
}
