import { analyze, type GramWord, gramsOf, type TermRun } from "./analyze.ts";
import type { Language } from "./languages/language.ts";

const MARK = "_";

/**
 * Groups a question's grams by word. Within a run, a gram that starts with a boundary mark starts a word; the grams of a
 * script without spaces have no marks.
 * @param terms The question's W-leg terms; other terms are left out of the result.
 */
export function gramWords(
  runs: readonly TermRun[],
  terms: ReadonlySet<string>,
  language: Language,
): GramWord[] {
  const words: GramWord[] = [];
  const isOwn = (term: string) => terms.has(term);
  for (const run of runs) {
    run.gramWords ??= wordsOf(gramsOf(run), language);
    for (const word of run.gramWords)
      words.push(word.terms.every(isOwn) ? word : { grams: word.grams, terms: word.terms.filter(isOwn) });
  }
  return words;
}

function wordsOf(grams: readonly string[], language: Language): GramWord[] {
  const words: GramWord[] = [];
  for (let start = 0; start < grams.length; ) {
    let end = start + 1;
    while (end < grams.length && !(grams[end] as string).startsWith(MARK)) end += 1;
    const own = grams.slice(start, end);
    words.push({ grams: [...new Set(own)], terms: termsOf(own, language) });
    start = end;
  }
  return words;
}

function termsOf(grams: readonly string[], language: Language): readonly string[] {
  if (!grams[0]?.startsWith(MARK)) return [];
  const { sequence, joined } = analyze(spelled(grams), language);
  return [...sequence, ...joined];
}

/** Puts a word together again from its overlapping grams. */
function spelled(grams: readonly string[]): string {
  let word = grams[0] ?? "";
  for (let at = 1; at < grams.length; at++) word += (grams[at] as string).slice(-1);
  return word.replaceAll(MARK, "");
}
