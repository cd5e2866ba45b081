/** Frequencies from here on count as this: a posting is a slot in 24 bits and a frequency in 8. */
export const MAX_FREQUENCY = 255;
/** Most chunks that one set of postings can number. */
export const MAX_SLOTS = 2 ** 24;

/** A term's chunks: the first `count` cells of a buffer that others may write to later; see `slotOf`. */
export interface PackedPostings {
  readonly buffer: Uint32Array;
  readonly count: number;
}

/** A chunk and how often it holds a term, in one number. */
export function packPosting(slot: number, frequency: number): number {
  return ((slot << 8) | Math.min(MAX_FREQUENCY, frequency)) >>> 0;
}

/** The chunk of a posting. */
export function slotOf(posting: number): number {
  return posting >>> 8;
}

/** The frequency of a posting, 1 to 255. */
export function frequencyOf(posting: number): number {
  return posting & 255;
}
