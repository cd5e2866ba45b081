/** Higher frequencies are clamped to this. A posting has 24 bits for the slot and 8 for the frequency. */
export const MAX_FREQUENCY = 255;
/** Maximum number of chunks per set of postings. */
export const MAX_SLOTS = 2 ** 24;

/** A term's postings: the first `count` entries of a buffer that may be appended to later. See `packPosting`. */
export interface PackedPostings {
  readonly buffer: Uint32Array;
  readonly count: number;
}

/** Packs a chunk's slot and the term's frequency in the chunk into one number. */
export function packPosting(slot: number, frequency: number): number {
  return ((slot << 8) | Math.min(MAX_FREQUENCY, frequency)) >>> 0;
}

/** Slot of the chunk. */
export function slotOf(posting: number): number {
  return posting >>> 8;
}

/** Frequency of the term in the chunk, 1 to 255. */
export function frequencyOf(posting: number): number {
  return posting & 255;
}
