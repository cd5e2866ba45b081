import type { Rectangle } from "@quarry/core";
import type { PageWord } from "./page-words.ts";

/** The words of a page that a passage contains. */
export interface FoundWords {
  readonly words: readonly PageWord[];
  /** Characters of the passage that were found on the page. */
  readonly foundChars: number;
}

/** Letters of a passage that are looked up together. */
const PIECE_CHARS = 16;
const MIN_PIECE_CHARS = 2;

/** The words of pages as one sequence of letters, in which passages can be looked up. */
export class WordSequence {
  readonly #letters: string;
  /** The word of each letter. */
  readonly #wordAt: Int32Array;
  readonly #words: readonly PageWord[];

  constructor(words: readonly PageWord[]) {
    const parts = words.map(({ text }) => lettersOf(text));
    this.#words = words;
    this.#letters = parts.join("");
    this.#wordAt = Int32Array.from(parts.flatMap((part, at) => Array.from(part, () => at)));
  }

  /**
   * Finds the words of a passage, piece by piece. Of several places with the letters of a piece, takes the one after the
   * piece before, or else the one that is nearest to the rectangles of the passage.
   */
  find(passage: string, rectangles: readonly Rectangle[]): FoundWords {
    const found = new Set<number>();
    let [next, foundChars] = [-1, 0];
    const take = (piece: string): void => {
      const at = this.#letters.startsWith(piece, next) ? next : this.#nearest(piece, rectangles);
      if (at !== undefined) {
        for (let letter = at; letter < at + piece.length; letter += 1) found.add(this.#wordAt[letter] ?? -1);
        next = at + piece.length;
        foundChars += piece.length;
      } else if (piece.length >= 2 * MIN_PIECE_CHARS) {
        // The two programs may read the lines in another order.
        const half = piece.length >> 1;
        take(piece.slice(0, half));
        take(piece.slice(half));
      }
    };
    for (const cell of passage.split(/[\t\n]| \| /)) {
      const letters = lettersOf(cell);
      for (let start = 0; start < letters.length; start += PIECE_CHARS)
        take(letters.slice(start, start + PIECE_CHARS));
    }
    return { words: this.#withSigns([...found].sort((a, b) => a - b)), foundChars };
  }

  /** Adds the words without letters between two words that were found. */
  #withSigns(found: readonly number[]): PageWord[] {
    return found.flatMap((at, index) => {
      const between = this.#words.slice((found[index - 1] ?? at - 1) + 1, at);
      const own = this.#words[at];
      return own ? [...(between.some(({ text }) => lettersOf(text) !== "") ? [] : between), own] : [];
    });
  }

  #nearest(piece: string, rectangles: readonly Rectangle[]): number | undefined {
    let [best, least]: [number | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (let at = this.#letters.indexOf(piece); at !== -1; at = this.#letters.indexOf(piece, at + 1)) {
      const word = this.#words[this.#wordAt[at] ?? -1];
      if (!word) continue;
      const distance = Math.min(...rectangles.map((rectangle) => distanceOf(word.rectangle, rectangle)));
      if (distance < least) [best, least] = [at, distance];
    }
    return best;
  }
}

/** Distance of a word's middle from a rectangle. */
function distanceOf(word: Rectangle, [left, top, right, bottom]: Rectangle): number {
  const [x, y] = [(word[0] + word[2]) / 2, (word[1] + word[3]) / 2];
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** Number of letters that a passage is looked up by. */
export function countLetters(passage: string): number {
  return lettersOf(passage).length;
}

/** One UTF-16 unit for each letter or digit, without case and layout. */
function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Joins words that stand beside each other to lines. */
export function linesOfWords(words: readonly PageWord[]): Rectangle[] {
  const lines: Rectangle[] = [];
  for (const { rectangle } of words) {
    const last = lines.at(-1);
    if (last && isBeside(last, rectangle))
      lines[lines.length - 1] = [
        Math.min(last[0], rectangle[0]),
        Math.min(last[1], rectangle[1]),
        Math.max(last[2], rectangle[2]),
        Math.max(last[3], rectangle[3]),
      ];
    else lines.push(rectangle);
  }
  return lines;
}

function isBeside(a: Rectangle, b: Rectangle): boolean {
  const isUpright = b[2] - b[0] >= b[3] - b[1] || a[2] - a[0] >= a[3] - a[1];
  const [along, across] = isUpright ? [0, 1] : [1, 0];
  const size = (rectangle: Rectangle) => (rectangle[across + 2] ?? 0) - (rectangle[across] ?? 0);
  const shared = (axis: number) =>
    Math.min(a[axis + 2] ?? 0, b[axis + 2] ?? 0) - Math.max(a[axis] ?? 0, b[axis] ?? 0);
  return (
    shared(across) >= Math.min(size(a), size(b)) / 2 && -shared(along) <= 1.5 * Math.max(size(a), size(b))
  );
}
