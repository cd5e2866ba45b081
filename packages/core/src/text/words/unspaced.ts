import { codeAt } from "../characters/character-classes.ts";

/** Mutable lists that collect an analysis. */
export interface TermLists {
  readonly sequence: string[];
  readonly joined: string[];
  readonly grams: string[];
}

const SEGMENT = 1000;
let segmenter: Intl.Segmenter | undefined;

/**
 * Adds a run of Han and Kana: single characters in reading order, bigrams as joined terms and as grams. Builds terms from
 * code points because a slice would retain the whole text in memory.
 */
export function addCjk(text: string, start: number, end: number, lists: TermLists): void {
  let before = "";
  for (let index = start; index < end; ) {
    const character = String.fromCodePoint(codeAt(text, index));
    lists.sequence.push(character);
    if (before !== "") {
      const pair = before + character;
      lists.joined.push(pair);
      lists.grams.push(pair);
    }
    before = character;
    index += character.length;
  }
}

/** Adds a run of Thai, Lao, Khmer or Burmese: dictionary words, character bigrams as joined terms, trigrams as grams. */
export function addSoutheastAsian(text: string, start: number, end: number, lists: TermLists): void {
  for (const { segment } of southeastAsianWords(text, start, end)) lists.sequence.push(detach(segment));
  for (let at = start; at + 1 < end; at++) {
    lists.joined.push(String.fromCharCode(text.charCodeAt(at), text.charCodeAt(at + 1)));
    if (at + 2 < end) {
      const codes = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
      lists.grams.push(String.fromCharCode(...codes));
    }
  }
}

/** Yields the dictionary words of a run of Thai, Lao, Khmer or Burmese with their positions in the text. */
export function* southeastAsianWords(
  text: string,
  start: number,
  end: number,
): Generator<{ readonly segment: string; readonly index: number }> {
  segmenter ??= new Intl.Segmenter("th", { granularity: "word" });
  // The segmenter's time grows faster than linearly, so long runs are segmented in pieces.
  for (let from = start; from < end; from += SEGMENT) {
    const run = text.slice(from, Math.min(end, from + SEGMENT));
    for (const { segment, index } of segmenter.segment(run)) yield { segment, index: from + index };
  }
}

/** Copies a short slice, so that it does not retain the text it comes from. */
export function detach(slice: string): string {
  const codes: number[] = [];
  for (let index = 0; index < slice.length; index++) codes.push(slice.charCodeAt(index));
  return String.fromCharCode(...codes);
}
