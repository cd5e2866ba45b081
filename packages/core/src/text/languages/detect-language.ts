import { eld } from "eld/extrasmall";
import { LATIN } from "../characters/character-classes.ts";
import { isLanguage, type Language, scriptOf } from "./language.ts";

const SAMPLE_CHARS = 1000;

const detector = eld.newInstance();

/**
 * Guesses a text's language from its first 1000 characters. If the detector is unsure, Latin text counts as "en", which
 * suits most code and names; a wrong guess costs little (RANKING.md, Language). Returns "und" for a language that the
 * analyzer does not support.
 */
export function detectLanguage(text: string): Language {
  const found = detector.detect(text.slice(0, SAMPLE_CHARS).normalize("NFKC"));
  const language = found.language === "no" ? "nb" : found.language;
  if (language === "") return "en";
  if (!isLanguage(language)) return found.isReliable() ? "und" : "en";
  return scriptOf(language) !== LATIN || found.isReliable() ? language : "en";
}
