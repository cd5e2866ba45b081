import { type Filter, matchesFilter } from "@quarry/core";
import type { Metadata } from "@quarry/schema";
import { cellsOfBits, include } from "./slot-set.ts";

/** The slots that pass a filter. Includes slots of deleted chunks. */
export interface PassingSlots {
  readonly bits: Uint32Array;
  readonly count: number;
}

/** Remembers which slots pass the most recent filters, so that a filter that is used again reads no metadata. */
export interface SlotFilters {
  /** Returns the slots below `slotCount` that pass; valid until the next change of the space. */
  passing(filter: Filter, slotCount: number): PassingSlots;
  /** Forgets all filters, because the slots got new numbers. */
  forget(): void;
}

/** Filters remembered; beyond either limit, the one that was not used for longest is forgotten. */
const MAX_FILTERS = 256;
const MAX_BYTES = 4_000_000;
/** Longer filters are not remembered. */
const MAX_KEY = 4096;

interface Remembered {
  bits: Uint32Array;
  count: number;
  /** The slots below this are in `bits` if they pass. A slot's document never changes, so that later ones are added. */
  decided: number;
}

/**
 * Creates an empty memory.
 * @param documents The number of each slot's document, and its metadata; undefined for a number without a document.
 */
export function createSlotFilters(documents: {
  readonly bySlot: { readonly cells: Uint32Array };
  metadataOf(number: number): Metadata | undefined;
}): SlotFilters {
  // A Map keeps insertion order: reinserting marks a filter as recently used, and the first is the oldest.
  const remembered = new Map<string, Remembered>();
  let bytes = 0;

  function remove(key: string): void {
    bytes -= remembered.get(key)?.bits.byteLength ?? 0;
    remembered.delete(key);
  }

  function remember(key: string, known: Remembered): void {
    if (key.length > MAX_KEY) return;
    remembered.set(key, known);
    bytes += known.bits.byteLength;
    for (const oldest of remembered.keys()) {
      if (oldest === key || (remembered.size <= MAX_FILTERS && bytes <= MAX_BYTES)) break;
      remove(oldest);
    }
  }

  function decide(known: Remembered, filter: Filter, slotCount: number): void {
    const cells = cellsOfBits(slotCount);
    if (cells > known.bits.length) {
      // A half more, because the space grows.
      const larger = new Uint32Array(known.decided === 0 ? cells : Math.ceil(cells * 1.5));
      larger.set(known.bits);
      known.bits = larger;
    }
    const numbers = documents.bySlot.cells;
    let [document, passes] = [-1, false];
    for (let slot = known.decided; slot < slotCount; slot++) {
      if (numbers[slot] !== document) {
        document = numbers[slot] as number;
        const metadata = documents.metadataOf(document);
        passes = metadata !== undefined && matchesFilter(metadata, filter);
      }
      if (!passes) continue;
      include(known.bits, slot);
      known.count += 1;
    }
    known.decided = slotCount;
  }

  return {
    passing(filter, slotCount) {
      const key = JSON.stringify(filter);
      const known = remembered.get(key) ?? { bits: new Uint32Array(0), count: 0, decided: 0 };
      remove(key);
      decide(known, filter, slotCount);
      remember(key, known);
      return known;
    },
    forget() {
      remembered.clear();
      bytes = 0;
    },
  };
}
