import type { Place } from "../ports/parser.ts";

/** A run of a document's text that is embedded, ranked and shown as one. */
export interface Chunk {
  /** 0-based place in the document. */
  readonly index: number;
  /** Offsets into the extracted text, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Exactly `text.slice(start, end)` of the document's text. */
  readonly text: string;
  /** Titles of the headings that the chunk stands under, outermost first. */
  readonly headings: readonly string[];
  /** What the text does not say but a reader needs, e.g. a table's header for rows further down. */
  readonly context?: string;
  /** Where in the original the chunk starts; its confidence is that of the least sure part. */
  readonly place: Place;
  /** First and last row of its sheet that the chunk holds, where rows have numbers. */
  readonly rows?: readonly [first: number, last: number];
}

/** Settings of chunking. */
export interface ChunkOptions {
  /** The size aimed at, in UTF-16 code units; 1200 by default, with which no chunk of prose is longer than 1800. */
  readonly targetChars?: number;
  /**
   * In place of `targetChars`: the largest size, in estimated tokens, repeated text included; about two thirds are
   * aimed at. Only a table row, list or code block that is kept whole, with its heading, may be longer, at most twice.
   */
  readonly maxTokens?: number;
  /** How much of the end of the chunk before may be repeated, in estimated tokens; none by default. */
  readonly overlapTokens?: number;
}
