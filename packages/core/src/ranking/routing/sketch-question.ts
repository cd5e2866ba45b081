import { analyze } from "../../text/analyze.ts";
import type { Language } from "../../text/languages/language.ts";
import { isStopWord } from "../../text/languages/stop-words.ts";

/** A question prepared for comparison with the vocabularies of spaces in several languages. */
export interface SketchQuestion {
  /**
   * Terms of the question as analyzed in a language. A word's stem depends on the language but its index does not, so
   * indexes are comparable across languages.
   */
  termsIn(language: Language): readonly string[];
  /**
   * The question's word for each of `termsIn`, or the term itself in scripts without spaces; undefined for stop words and
   * single letters.
   */
  wordsIn(language: Language): readonly (string | undefined)[];
}

const RUN = /[\p{L}\p{M}\p{N}]+(?:['’_-][\p{L}\p{M}\p{N}]+)*/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Creates a sketch question. Analyzes the text once per requested language. */
export function createSketchQuestion(query: string): SketchQuestion {
  const termsIn = memoize((language) => {
    const { sequence, joined } = analyze(query, language);
    return [...sequence, ...joined];
  });
  return {
    termsIn,
    wordsIn: memoize((language) => {
      const words = new Map<string, string>();
      for (const [word] of query.normalize("NFKC").matchAll(RUN)) {
        if (UNSPACED.test(word)) continue;
        const { sequence, joined } = analyze(word, language);
        for (const term of [...sequence, ...joined]) if (!words.has(term)) words.set(term, word);
      }
      return termsIn(language).map((term) => {
        const word = words.get(term) ?? term;
        return isStopWord(word.toLowerCase(), language) || [...word].length < 2 ? undefined : word;
      });
    }),
  };
}

function memoize<Value>(read: (language: Language) => Value) {
  const results = new Map<Language, Value>();
  return (language: Language): Value => {
    const found = results.get(language) ?? read(language);
    results.set(language, found);
    return found;
  };
}
