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
  /** The size aimed at, in UTF-16 code units; 1200 by default. */
  readonly targetChars?: number;
}

/** A run of text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The bounds that follow from a target size. */
export interface ChunkSizes {
  /** The size aimed at. */
  readonly target: number;
  /** No piece is cut smaller while there is a choice. */
  readonly smallest: number;
  /** No piece stays larger while it can be cut. */
  readonly largest: number;
  /** A section up to here stays whole. */
  readonly wholeSection: number;
  /** Neighbouring sections are merged up to here. */
  readonly mergedSections: number;
  /** A table row up to here stays whole. */
  readonly wholeRow: number;
}

/** The sizes for a target. */
export function chunkSizes(targetChars: number): ChunkSizes {
  const target = Math.max(8, Math.floor(targetChars));
  return {
    target,
    smallest: Math.floor(target * 0.6),
    largest: Math.floor(target * 1.4),
    wholeSection: Math.floor(target * 1.5),
    mergedSections: Math.floor(target / 2),
    wholeRow: target * 2,
  };
}
