/** A run of text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
