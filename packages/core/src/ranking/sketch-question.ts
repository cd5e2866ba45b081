import { analyze } from "../text/analyze.ts";
import type { Language } from "../text/language.ts";

/** A question as the vocabularies of spaces are asked for it. */
export interface SketchQuestion {
  /**
   * Its words as a space of that language knows them. A word has another stem in every language but always the same
   * place, so places can be compared.
   */
  termsIn(language: Language): readonly string[];
  /** The question's own word behind each of `termsIn`; the term itself where the script has no spaces. */
  wordsIn(language: Language): readonly string[];
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
      return termsIn(language).map((term) => words.get(term) ?? term);
    }),
  };
}

function remembered(read: (language: Language) => readonly string[]) {
  const known = new Map<Language, readonly string[]>();
  return (language: Language): readonly string[] => {
    const found = known.get(language) ?? read(language);
    known.set(language, found);
    return found;
  };
}
