import {
  CJK,
  characterClass,
  codeAt,
  DIGIT,
  LATIN,
  SOUTHEAST_ASIAN,
} from "./characters/character-classes.ts";
import { isAscii } from "./characters/folding.ts";
import type { Language } from "./languages/language.ts";
import { createRunCache } from "./run-cache.ts";
import { analyzeCompound, type CompoundAnalysis } from "./words/compound.ts";
import { endOfClass, endOfRun, MAX_RUN } from "./words/run-ends.ts";
import { addCjk, addSoutheastAsian, detach, type TermLists } from "./words/unspaced.ts";

/** The terms of a text. */
export interface Analysis {
  /** W-leg (word) terms in reading order: parts of words, stemmed, then folded; single characters of Han and Kana. */
  readonly sequence: readonly string[];
  /** Additional W-leg terms: joined forms of compounds, bigrams of scripts without spaces. */
  readonly joined: readonly string[];
  /** C-leg (character-gram) terms with repetitions: 4-grams of folded, unstemmed words with boundary marks. */
  readonly grams: readonly string[];
}

const CACHE_BITS = 16;

const runs = createRunCache<CompoundAnalysis>(CACHE_BITS);

/**
 * Splits a text into index terms (RANKING.md, Analyzer). Accepts any string; time is linear in its length.
 * @param language Selects the stemmer. Words in another script use the most common language of that script.
 */
export function analyze(text: string, language: Language = "en"): Analysis {
  const source = isAscii(text) ? text : text.normalize("NFKC");
  const lists: TermLists = { sequence: [], joined: [], grams: [] };
  for (let at = 0; at < source.length; ) {
    const code = codeAt(source, at);
    const found = characterClass(code);
    if (found >= LATIN && found <= DIGIT) {
      const end = endOfRun(source, at);
      addRun(source, at, Math.min(end, at + MAX_RUN), language, lists);
      at = end;
    } else if (found === CJK || found === SOUTHEAST_ASIAN) {
      const end = endOfClass(source, at, found);
      if (found === CJK) addCjk(source, at, end, lists);
      else addSoutheastAsian(source, at, end, lists);
      at = end;
    } else at += code > 0xffff ? 2 : 1;
  }
  return lists;
}

function addRun(source: string, start: number, end: number, language: Language, lists: TermLists): void {
  let terms = runs.find(source, start, end, language);
  if (terms === undefined) {
    const run = detach(source.slice(start, end));
    terms = analyzeCompound(run, language);
    runs.store(run, language, terms);
  }
  for (const term of terms.sequence) lists.sequence.push(term);
  for (const term of terms.joined) lists.joined.push(term);
  for (const gram of terms.grams) lists.grams.push(gram);
}
