/** A term with its source range in the text. */
export interface LocatedTerm {
  readonly term: string;
  /** Offsets into the original text, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** The terms of a text with their source ranges. */
export interface LocatedTerms {
  /** The terms of `Analysis.sequence`. */
  readonly words: readonly LocatedTerm[];
  /** The joined forms of compounds from `Analysis.joined`, without the bigrams. */
  readonly joined: readonly LocatedTerm[];
}
