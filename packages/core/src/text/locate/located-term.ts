/** A term of a text and the piece of the text that gives it. */
export interface LocatedTerm {
  readonly term: string;
  /** In UTF-16 code units of the text as it was given. */
  readonly start: number;
  readonly end: number;
}

/** The words of a text with their places. */
export interface LocatedTerms {
  /** As `Analysis.sequence`. */
  readonly words: readonly LocatedTerm[];
  /** The joined forms of compounds, as they stand in `Analysis.joined`; without the bigrams. */
  readonly joined: readonly LocatedTerm[];
}
