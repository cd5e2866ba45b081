import { ARABIC, CYRILLIC, GREEK, HEBREW, LATIN, OTHER } from "../characters/character-classes.ts";

/** Snowball algorithm per language. */
const ALGORITHMS = {
  ar: "arabic",
  hy: "armenian",
  eu: "basque",
  ca: "catalan",
  cs: "czech",
  da: "danish",
  nl: "dutch",
  en: "english",
  fi: "finnish",
  fr: "french",
  de: "german",
  hu: "hungarian",
  it: "italian",
  ga: "irish",
  nb: "norwegian",
  pt: "portuguese",
  ro: "romanian",
  ru: "russian",
  es: "spanish",
  sl: "slovene",
  sv: "swedish",
  ta: "tamil",
  tr: "turkish",
} as const;

const OTHERS = ["vi", "pl", "id", "uk", "el", "he", "fa", "zh", "ja", "ko", "th", "hi"] as const;

/** A language with a Snowball stemmer. */
export type StemmedLanguage = keyof typeof ALGORITHMS;

/** A language that the analyzer distinguishes, as an ISO 639-1 code, or "und" for any other. */
export type Language = StemmedLanguage | (typeof OTHERS)[number] | "und";

const NON_LATIN: Partial<Record<Language, number>> = {
  ar: ARABIC,
  fa: ARABIC,
  he: HEBREW,
  el: GREEK,
  ru: CYRILLIC,
  uk: CYRILLIC,
  hy: OTHER,
  ta: OTHER,
  hi: OTHER,
  ko: OTHER,
  zh: OTHER,
  ja: OTHER,
  th: OTHER,
};

const LANGUAGES: ReadonlySet<string> = new Set([...Object.keys(ALGORITHMS), ...OTHERS]);

/** True for the code of a language that the analyzer distinguishes. */
export function isLanguage(code: string): code is Language {
  return LANGUAGES.has(code);
}

/** Returns the character class of a language's letters; LATIN for "und". */
export function scriptOf(language: Language): number {
  return NON_LATIN[language] ?? LATIN;
}

/** Returns the name of a language's Snowball algorithm, if it has one. */
export function algorithmOf(language: Language): string | undefined {
  return (ALGORITHMS as Partial<Record<Language, string>>)[language];
}

/**
 * Returns the language to stem a word in: the text's language if the script matches, else the most common language of the
 * word's script, so that an English name in a Russian text is still stemmed.
 * @param script Class of the word's first letter.
 * @param first Code point of that letter.
 */
export function languageOfWord(language: Language, script: number, first: number): Language {
  if (script === OTHER) {
    if (first >= 0x530 && first < 0x590) return "hy";
    // Devanagari is also used by other languages.
    if (first >= 0x900 && first < 0x980) return language === "hi" ? "hi" : "und";
    return first >= 0xb80 && first < 0xc00 ? "ta" : "und";
  }
  if (language === "und" || scriptOf(language) === script) return language;
  if (script === LATIN) return "en";
  if (script === CYRILLIC) return "ru";
  if (script === GREEK) return "el";
  return script === ARABIC ? "ar" : "und";
}
