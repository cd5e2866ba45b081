import { eld } from "eld/extrasmall";
import { createRotatingCache } from "../../structures/rotating-cache.ts";
import { LATIN } from "../characters/character-classes.ts";
import { isLanguage, type Language, scriptOf } from "./language.ts";

const SAMPLE_CHARS = 1000;
/** The detector stops after 381 bytes of words and spaces, so text behind this many ASCII letters changes nothing. */
const SAMPLE_LETTERS = 400;
const CACHE_SIZE = 128;

const detector = eld.newInstance();

/** Detection costs more than the rest of the analysis, and a document's chunk and its sample begin alike. */
const detected = createRotatingCache<Language>(CACHE_SIZE);

/**
 * Guesses a text's language from its first 1000 characters. If the detector is unsure, Latin text counts as "en", which
 * suits most code and names; a wrong guess costs little (RANKING.md, Language). Returns "und" for a language that the
 * analyzer does not support.
 */
export function detectLanguage(text: string): Language {
  const sample = sampleOf(text);
  const known = detected.get(sample);
  if (known !== undefined) return known;
  const language = detect(sample);
  detected.set(sample, language);
  return language;
}

function detect(sample: string): Language {
  const found = detector.detect(sample.normalize("NFKC"));
  const language = found.language === "no" ? "nb" : found.language;
  if (language === "") return "en";
  if (!isLanguage(language)) return found.isReliable() ? "und" : "en";
  return scriptOf(language) !== LATIN || found.isReliable() ? language : "en";
}

/** The beginning of a text that decides about its language. */
function sampleOf(text: string): string {
  const end = Math.min(text.length, SAMPLE_CHARS);
  let letters = 0;
  for (let at = 0; at < end; at += 1) {
    const lower = text.charCodeAt(at) | 0x20;
    if (lower < 0x61 || lower > 0x7a) continue;
    letters += 1;
    if (letters === SAMPLE_LETTERS) return text.slice(0, at);
  }
  return text.slice(0, end);
}
