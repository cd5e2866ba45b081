import type { Language } from "@quarry/core/internal";
import { filterKey, mayHoldAt } from "./bloom-filter.ts";

/** A space as far as its segments' headers tell; chunks of dead documents count. */
export interface FilteredSpace {
  readonly spaceId: string;
  readonly language: Language;
  readonly chunkCount: number;
  /** Of each segment. */
  readonly filters: readonly Uint8Array[];
}

/** The filters of many spaces; a question asks all of them, so they lie end to end. */
export interface SpaceFilters {
  readonly spaces: readonly Omit<FilteredSpace, "filters">[];
  /** Memory that it takes, about. */
  readonly size: number;
  /**
   * The places of the keys that a space may hold.
   * @param at The space's place among `spaces`.
   */
  held(at: number, keys: QuestionKeys, visit: (place: number) => void): void;
}

/** Keys as the filters are asked for them. */
export type QuestionKeys = readonly { readonly low: number; readonly step: number }[];

/** Makes keys ready to be asked for. */
export function questionKeys(keys: readonly number[]): QuestionKeys {
  return keys.map(filterKey);
}

/** Packs the filters of some spaces. */
export function packFilters(spaces: readonly FilteredSpace[]): SpaceFilters {
  const filters = spaces.flatMap((space) => space.filters);
  const bits = new Uint8Array(filters.reduce((sum, { length }) => sum + length, 0));
  const starts = new Uint32Array(filters.length + 1);
  for (const [at, filter] of filters.entries()) {
    bits.set(filter, starts[at]);
    starts[at + 1] = (starts[at] as number) + filter.length;
  }
  // The first filter of each space, and at the end the number of filters.
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
    held(at, keys, visit) {
      for (let place = 0; place < keys.length; place++) {
        const { low, step } = keys[place] as QuestionKeys[number];
        if (holds(at, low, step)) visit(place);
      }
    },
  };
}
