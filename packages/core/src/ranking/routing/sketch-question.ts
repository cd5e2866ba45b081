import { analyze } from "../../text/analyze.ts";
import type { Language } from "../../text/languages/language.ts";
import { isStopWord } from "../../text/languages/stop-words.ts";

/** A question as the vocabularies of spaces are asked for it. */
export interface SketchQuestion {
  /**
   * Its words as a space of that language knows them. A word has another stem in every language but always the same
   * place, so places can be compared.
   */
  termsIn(language: Language): readonly string[];
  /**
   * The question's own word behind each of `termsIn`, the term itself where the script has no spaces; undefined for
   * words that say nothing by themselves.
   */
  wordsIn(language: Language): readonly (string | undefined)[];
}

const RUN = /[\p{L}\p{M}\p{N}]+(?:['’_-][\p{L}\p{M}\p{N}]+)*/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Reads a question once for each language that is asked for. */
export function createSketchQuestion(query: string): SketchQuestion {
  const termsIn = remembered((language) => {
    const { sequence, joined } = analyze(query, language);
    return [...sequence, ...joined];
  });
  return {
    termsIn,
    wordsIn: remembered((language) => {
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

function remembered<Value>(read: (language: Language) => Value) {
  const known = new Map<Language, Value>();
  return (language: Language): Value => {
    const found = known.get(language) ?? read(language);
    known.set(language, found);
    return found;
  };
}
