import type { Place } from "../ports/parser.ts";
import { CHARACTERS, type Ruler, tokenRuler } from "./ruler.ts";
import { QUARTERS_PER_TOKEN } from "./token-estimate.ts";

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

/** A run of text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The bounds that follow from the settings, and how lengths are compared with them. */
export interface ChunkSizes {
  readonly ruler: Ruler;
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
  /** How much of the chunk before is repeated at most. */
  readonly overlap: number;
}

const DEFAULT_TARGET_CHARS = 1200;
/** What a section that stays whole has of the target. */
const WHOLE_SECTION = 1.5;

/** The sizes for a text. */
export function chunkSizes(
  text: string,
  { targetChars = DEFAULT_TARGET_CHARS, maxTokens, overlapTokens = 0 }: ChunkOptions,
): ChunkSizes {
  if (maxTokens === undefined) return sizesFor(targetChars, 0, CHARACTERS);
  const overlap = overlapTokens * QUARTERS_PER_TOKEN;
  return sizesFor((maxTokens * QUARTERS_PER_TOKEN - overlap) / WHOLE_SECTION, overlap, tokenRuler(text));
}

function sizesFor(wanted: number, overlap: number, ruler: Ruler): ChunkSizes {
  const target = Math.max(8, Math.floor(wanted));
  return {
    ruler,
    overlap,
    target,
    smallest: Math.floor(target * 0.6),
    largest: Math.floor(target * 1.4),
    wholeSection: Math.floor(target * WHOLE_SECTION),
    mergedSections: Math.floor(target / 2),
    wholeRow: target * 2,
  };
}
