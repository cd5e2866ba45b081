import { CJK, characterClass, codeAt } from "../text/characters/character-classes.ts";
import type { LocatedTerm } from "../text/locate/located-term.ts";

let segmenter: Intl.Segmenter | undefined;

/** True if a term is a single Han or Kana character. */
export function isCharacter(term: string): boolean {
  return characterClass(codeAt(term, 0)) === CJK;
}

/** A word as a reader sees it: one term of the analyzer, or several Han or Kana characters. */
export interface DictionaryPiece {
  readonly text: string;
  readonly terms: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Combines single Han and Kana characters into dictionary words. Returns other words unchanged. */
export function dictionaryPieces(question: string, words: readonly LocatedTerm[]): DictionaryPiece[] {
  const pieces: DictionaryPiece[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] as LocatedTerm;
    let end = at + 1;
    if (isCharacter(word.term)) {
      while (end < words.length && follows(words, end)) end += 1;
      pieces.push(...dictionaryWords(question, words.slice(at, end)));
    } else {
      const { term, ...place } = word;
      pieces.push({ ...place, terms: [term], text: question.slice(word.start, word.end) });
    }
    at = end;
  }
  return pieces;
}

function follows(words: readonly LocatedTerm[], at: number): boolean {
  const [left, right] = [words[at - 1], words[at]];
  return left !== undefined && right !== undefined && isCharacter(right.term) && right.start <= left.end;
}

function dictionaryWords(question: string, characters: readonly LocatedTerm[]): DictionaryPiece[] {
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  const from = characters[0]?.start ?? 0;
  const pieces: DictionaryPiece[] = [];
  let next = 0;
  for (const { segment, index } of segmenter.segment(question.slice(from, characters.at(-1)?.end))) {
    const first = next;
    while (next < characters.length && (characters[next]?.start ?? 0) < from + index + segment.length)
      next += 1;
    const within = characters.slice(first, next);
    const [start, end] = [within[0]?.start, within.at(-1)?.end];
    if (start === undefined || end === undefined) continue;
    pieces.push({ terms: within.map(({ term }) => term), start, end, text: question.slice(start, end) });
  }
  return pieces;
}
