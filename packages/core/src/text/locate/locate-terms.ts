import {
  CJK,
  characterClass,
  codeAt,
  DIGIT,
  LATIN,
  SOUTHEAST_ASIAN,
} from "../characters/character-classes.ts";
import { normalizeWithPlaces } from "../characters/normalize-with-places.ts";
import type { Language } from "../languages/language.ts";
import { endOfClass, endOfRun, MAX_RUN } from "../words/run-ends.ts";
import { detach, southeastAsianWords } from "../words/unspaced.ts";
import { locateCompound } from "./locate-compound.ts";
import type { LocatedTerm, LocatedTerms } from "./located-term.ts";

/**
 * Analyzes a text like `analyze` and locates each word in the original. A range never starts or ends inside a piece that
 * NFKC normalization expanded.
 */
export function locateTerms(text: string, language: Language): LocatedTerms {
  const { source, startOf, endOf } = normalizeWithPlaces(text);
  const words: LocatedTerm[] = [];
  const joined: LocatedTerm[] = [];
  const place = ({ term, start, end }: LocatedTerm, from: number): LocatedTerm => ({
    term,
    start: startOf(from + start),
    end: endOf(from + end),
  });
  for (let at = 0; at < source.length; ) {
    const code = codeAt(source, at);
    const found = characterClass(code);
    if (found >= LATIN && found <= DIGIT) {
      const end = endOfRun(source, at);
      const compound = locateCompound(detach(source.slice(at, Math.min(end, at + MAX_RUN))), language);
      for (const word of compound.words) words.push(place(word, at));
      for (const word of compound.joined) joined.push(place(word, at));
      at = end;
    } else if (found === CJK) {
      const term = String.fromCodePoint(code);
      words.push(place({ term, start: 0, end: term.length }, at));
      at += term.length;
    } else if (found === SOUTHEAST_ASIAN) {
      const end = endOfClass(source, at, found);
      for (const { segment: term, index } of southeastAsianWords(source, at, end))
        words.push(place({ term, start: 0, end: term.length }, index));
      at = end;
    } else at += code > 0xffff ? 2 : 1;
  }
  return { words, joined };
}
