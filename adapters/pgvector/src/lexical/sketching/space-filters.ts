import type { Language } from "@quarry/core/internal";
import { filterKey, mayHoldAt } from "../encoding/bloom-filter.ts";

/** A space as described by its segment headers; chunks of retired documents count. */
export interface FilteredSpace {
  readonly spaceId: string;
  readonly language: Language;
  readonly chunkCount: number;
  /** One per segment. */
  readonly filters: readonly Uint8Array[];
}

/** The Bloom filters of many spaces in one array, because a question tests all of them. */
export interface SpaceFilters {
  readonly spaces: readonly Omit<FilteredSpace, "filters">[];
  /** Estimated size in memory, in bytes. */
  readonly size: number;
  /**
   * Calls `visit` with the index of each key that a space may hold.
   * @param at Index of the space in `spaces`.
   */
  visitHeld(at: number, keys: QuestionKeys, visit: (place: number) => void): void;
}

/** Keys prepared for testing against filters. */
export type QuestionKeys = readonly { readonly low: number; readonly step: number }[];

/** Prepares keys for testing against filters. */
export function questionKeys(keys: readonly number[]): QuestionKeys {
  return keys.map(filterKey);
}

/** Packs the filters of spaces into one array. */
export function packFilters(spaces: readonly FilteredSpace[]): SpaceFilters {
  const filters = spaces.flatMap((space) => space.filters);
  const bits = new Uint8Array(filters.reduce((sum, { length }) => sum + length, 0));
  const starts = new Uint32Array(filters.length + 1);
  for (const [at, filter] of filters.entries()) {
    bits.set(filter, starts[at]);
    starts[at + 1] = (starts[at] as number) + filter.length;
  }
  // Index of the first filter of each space, followed by the number of filters.
  const firsts = new Uint32Array(spaces.length + 1);
  for (const [at, space] of spaces.entries()) firsts[at + 1] = (firsts[at] as number) + space.filters.length;

  function holds(at: number, low: number, step: number): boolean {
    const end = firsts[at + 1] as number;
    for (let filter = firsts[at] as number; filter < end; filter++)
      if (mayHoldAt(bits, starts[filter] as number, starts[filter + 1] as number, low, step)) return true;
    return false;
  }

  return {
    spaces: spaces.map(({ spaceId, language, chunkCount }) => ({ spaceId, language, chunkCount })),
    size: bits.length + starts.byteLength + spaces.length * 150,
    visitHeld(at, keys, visit) {
      for (let place = 0; place < keys.length; place++) {
        const { low, step } = keys[place] as QuestionKeys[number];
        if (holds(at, low, step)) visit(place);
      }
    },
  };
}
