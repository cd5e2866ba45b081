/** A set of slots. */
export interface SlotSet {
  /** One bit for each slot. */
  readonly bits: Uint32Array;
  /** True when the set has few of the slots. */
  readonly isSparse: boolean;
}

/** Returns the number of cells that hold the bits of `slotCount` slots. */
export function cellsOfBits(slotCount: number): number {
  return (slotCount + 31) >>> 5;
}

/** Returns whether a slot is in the set. */
export function holds(bits: Uint32Array, slot: number): boolean {
  return (((bits[slot >>> 5] as number) >>> (slot & 31)) & 1) === 1;
}

/** Adds a slot to the set. */
export function include(bits: Uint32Array, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] as number) | (1 << (slot & 31));
}

/** Removes a slot from the set. */
export function exclude(bits: Uint32Array, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] as number) & ~(1 << (slot & 31));
}
