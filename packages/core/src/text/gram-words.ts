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
  const words: string[][] = [];
  for (const gram of grams) {
    if (gram.startsWith(MARK) || words.length === 0) words.push([]);
    words.at(-1)?.push(gram);
  }
  return words.map((own) => {
    const { sequence, joined } = analyze(spelled(own), language);
    return { grams: [...new Set(own)], terms: [...sequence, ...joined].filter((term) => terms.has(term)) };
  });
}

/** Puts a word together again from its overlapping grams. */
function spelled([first = "", ...others]: readonly string[]): string {
  return others.reduce((word, gram) => word + gram.slice(-1), first).replaceAll(MARK, "");
}
