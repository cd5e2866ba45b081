/** Postings by ascending slot, as cells of a larger array. See `packPosting`. */
export interface PostingsPart {
  readonly cells: Uint32Array;
  readonly start: number;
  readonly end: number;
}

/** The postings of a term without any. */
export const NO_POSTINGS: PostingsPart = { cells: new Uint32Array(0), start: 0, end: 0 };
