import { stemmer as stemGreek } from "@orama/stemmers/greek";
import { stemmer as stemHindi } from "@orama/stemmers/indian";
import { stemmer as stemUkrainian } from "@orama/stemmers/ukrainian";
import { newStemmer } from "snowball-stemmers";
import { createRotatingCache } from "../../structures/rotating-cache.ts";
import { algorithmOf, type Language } from "./language.ts";

const CACHED_STEMS = 32_768;

interface CachedStemmer {
  readonly stem: (word: string) => string;
}

/** Stemmers for languages without a Snowball stemmer. */
const FURTHER: Partial<Record<Language, (word: string) => string>> = {
  el: stemGreek,
  hi: stemHindi,
  uk: stemUkrainian,
};

const stemmers = new Map<Language, CachedStemmer | undefined>();

// One cache for all languages bounds the total size.
const stems = createRotatingCache<string>(CACHED_STEMS);

/** Empties the cache of stems. */
export const forgetStems = stems.clear;

/** Returns the stem of a lower-case word, or the word itself if the language has no stemmer. */
export function stem(word: string, language: Language): string {
  let stemmer = stemmers.get(language);
  if (stemmer === undefined && !stemmers.has(language)) {
    const algorithm = algorithmOf(language);
    const further = FURTHER[language];
    stemmer = algorithm === undefined ? further && { stem: further } : newStemmer(algorithm);
    stemmers.set(language, stemmer);
  }
  if (stemmer === undefined) return word;
  const key = language + word;
  const known = stems.get(key);
  if (known !== undefined) return known;
  // Some stemmers reduce a word to nothing, which would make it unfindable.
  const found = stemmer.stem(word) || word;
  stems.set(key, found);
  return found;
}
