import { newStemmer } from "snowball-stemmers";
import { algorithmOf, type Language } from "./language.ts";
import { createRotatingCache } from "./rotating-cache.ts";

const CACHED_STEMS = 32_768;

interface CachedStemmer {
  readonly stem: (word: string) => string;
}

const stemmers = new Map<Language, CachedStemmer | undefined>();

// One cache for all languages, so that its size does not grow with their number.
const stems = createRotatingCache<string>(CACHED_STEMS);

/** The Snowball stem of a word in lower case; the word itself where the language has no stemmer. */
export function stem(word: string, language: Language): string {
  let stemmer = stemmers.get(language);
  if (stemmer === undefined && !stemmers.has(language)) {
    const algorithm = algorithmOf(language);
    stemmer = algorithm === undefined ? undefined : newStemmer(algorithm);
    stemmers.set(language, stemmer);
  }
  if (stemmer === undefined) return word;
  const key = language + word;
  const known = stems.get(key);
  if (known !== undefined) return known;
  // A stemmer that eats a word whole would make it unfindable.
  const found = stemmer.stem(word) || word;
  stems.set(key, found);
  return found;
}
