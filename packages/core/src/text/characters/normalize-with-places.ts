import { isAscii } from "./folding.ts";
import { graphemesOf } from "./graphemes.ts";

/** A text in NFKC with a mapping back to the original. */
export interface NormalizedText {
  readonly source: string;
  /** Start in the original of the piece that became the character at `index`. */
  startOf(index: number): number;
  /** End in the original of the piece that became the character before `index`. */
  endOf(index: number): number;
}

/** Normalizes a text to NFKC, which may change its length: `ﬁ` becomes two characters, a decomposed `é` becomes one. */
export function normalizeWithPlaces(text: string): NormalizedText {
  const source = isAscii(text) ? text : text.normalize("NFKC");
  if (source === text) return { source, startOf: (index) => index, endOf: (index) => index };
  const starts = new Uint32Array(source.length);
  const ends = new Uint32Array(source.length);
  let at = 0;
  for (const { start, end, length } of piecesOf(text)) {
    starts.fill(start, at, at + length);
    ends.fill(end, at, at + length);
    at += length;
  }
  return {
    source,
    startOf: (index) => starts[index] as number,
    endOf: (index) => ends[index - 1] as number,
  };
}

interface Piece {
  readonly start: number;
  readonly end: number;
  /** Length of the piece in NFKC. */
  readonly length: number;
}

/** Splits a text into the smallest pieces that can be normalized to NFKC independently. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let raw = "";
  let normal = "";
  let start = 0;
  for (const { segment, index } of graphemesOf(text)) {
    const next = segment.normalize("NFKC");
    // Half-width Hangul, among others, composes across grapheme boundaries.
    const together = isAscii(normal.slice(-1)) ? normal + next : (raw + segment).normalize("NFKC");
    if (together !== normal + next) {
      raw += segment;
      normal = together;
      continue;
    }
    if (raw !== "") pieces.push({ start, end: index, length: normal.length });
    [raw, normal, start] = [segment, next, index];
  }
  if (raw !== "") pieces.push({ start, end: text.length, length: normal.length });
  return pieces;
}
