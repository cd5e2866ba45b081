import { isAscii } from "./folding.ts";
import { graphemesOf } from "./graphemes.ts";

/** A text in NFKC that knows where its characters come from. */
export interface NormalizedText {
  readonly source: string;
  /** Where in the original text begins what gave the character at `index`. */
  startOf(index: number): number;
  /** Where in the original text ends what gave the character before `index`. */
  endOf(index: number): number;
}

/** Brings a text into NFKC, which may change its length: `ﬁ` gives two characters, a decomposed `é` gives one. */
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
  /** Of the piece in NFKC. */
  readonly length: number;
}

/** The smallest pieces of a text that can be brought into NFKC one by one. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let raw = "";
  let normal = "";
  let start = 0;
  for (const { segment, index } of graphemesOf(text)) {
    const next = segment.normalize("NFKC");
    // Half-width Hangul and its kind join over the borders of what the reader sees as one character.
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
