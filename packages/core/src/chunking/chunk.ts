import type { Place } from "../ports/parser.ts";

/** A piece of a document's text: the unit that is embedded, ranked and returned. */
export interface Chunk {
  /** 0-based position among the document's chunks. */
  readonly index: number;
  /** Offsets into the extracted text, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** `text.slice(start, end)` of the document's text. */
  readonly text: string;
  /** Titles of the headings above the chunk, outermost first. */
  readonly headings: readonly string[];
  /** Text from elsewhere that a reader needs, e.g. the header of a table whose rows the chunk contains. */
  readonly context?: string;
  /** Where the chunk starts in the original. `confidence` is the lowest of all its parts. */
  readonly place: Place;
  /** Numbers of the first and last row of the sheet in the chunk, if rows have numbers. */
  readonly rows?: readonly [first: number, last: number];
}

/** Chunking settings. */
export interface ChunkOptions {
  /** Target size in UTF-16 code units. Default 1200, with which no chunk of prose exceeds 1800. */
  readonly targetChars?: number;
  /**
   * Replaces `targetChars`: the maximum size in estimated tokens, overlap included. The target is about two thirds of
   * it. Only a table row, list or code block kept whole with its heading may exceed it, by at most a factor of two.
   */
  readonly maxTokens?: number;
  /** How much of the previous chunk's end a chunk may repeat, in estimated tokens. Default 0. */
  readonly overlapTokens?: number;
}
