import { analyze } from "./analyze.ts";
import type { Language } from "./languages/language.ts";

/** The grams of one word of a question. */
export interface GramWord {
  /** Distinct grams. */
  readonly grams: readonly string[];
  /** The W-leg terms of the same word. */
  readonly terms: readonly string[];
}

const MARK = "_";

/**
 * Groups a question's grams by word: a gram that starts with a boundary mark starts a word.
 * @param terms The question's W-leg terms; other terms are left out of the result.
 */
export function gramWords(
  grams: readonly string[],
  terms: ReadonlySet<string>,
  language: Language,
): GramWord[] {
  const words: GramWord[] = [];
  for (let start = 0; start < grams.length; ) {
    let end = start + 1;
    while (end < grams.length && !(grams[end] as string).startsWith(MARK)) end += 1;
    const own = grams.slice(start, end);
    const { sequence, joined } = analyze(spelled(own), language);
    const known = [...sequence, ...joined].filter((term) => terms.has(term));
    words.push({ grams: [...new Set(own)], terms: known });
    start = end;
  }
  return words;
}

/** Puts a word together again from its overlapping grams. */
function spelled(grams: readonly string[]): string {
  let word = grams[0] ?? "";
  for (let at = 1; at < grams.length; at++) word += (grams[at] as string).slice(-1);
  return word.replaceAll(MARK, "");
}
