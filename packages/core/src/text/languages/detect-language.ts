import { createRotatingCache } from "../../structures/rotating-cache.ts";
import { LATIN } from "../characters/character-classes.ts";
import { createLanguageDetector, type LanguageDetector } from "./detector/detector.ts";
import { isLanguage, type Language, scriptOf } from "./language.ts";

const SAMPLE_CHARS = 1000;
/** A question is read by the lexical index, the embedder and the explanation, a document by the first two. */
const CACHED_TEXTS = 500;

const known = createRotatingCache<Language>(CACHED_TEXTS);
let detector: LanguageDetector | undefined;

/**
 * Guesses a text's language from its first 1000 characters. If the detector is unsure, Latin text counts as "en", which
 * suits most code and names; a wrong guess costs little (RANKING.md, Language). Returns "und" for a language that the
 * analyzer does not support.
 */
export function detectLanguage(text: string): Language {
  const sample = text.slice(0, SAMPLE_CHARS);
  const cached = known.get(sample);
  if (cached !== undefined) return cached;
  const language = detect(sample);
  known.set(sample, language);
  return language;
}

function detect(sample: string): Language {
  // Created with the first text, because its tables take 3 MB and 30 ms.
  detector ??= createLanguageDetector();
  const found = detector(sample.normalize("NFKC"));
  const language = found.language === "no" ? "nb" : found.language;
  if (language === "") return "en";
  if (!isLanguage(language)) return found.isReliable ? "und" : "en";
  return scriptOf(language) !== LATIN || found.isReliable ? language : "en";
}
