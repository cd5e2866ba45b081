import { eld } from "eld/extrasmall";
import { LATIN } from "../characters/character-classes.ts";
import { isLanguage, type Language, scriptOf } from "./language.ts";

const LOOKED_AT = 1000;

const detector = eld.newInstance();

/**
 * Guesses a text's language from its first 1000 characters. A wrong guess costs little (RANKING.md, Language), so where
 * the detector is not sure, Latin text counts as "en", which most code and most names are; "und" is a language that the
 * analyzer knows nothing of.
 */
export function detectLanguage(text: string): Language {
  const found = detector.detect(text.slice(0, LOOKED_AT).normalize("NFKC"));
  const language = found.language === "no" ? "nb" : found.language;
  if (language === "") return "en";
  if (!isLanguage(language)) return found.isReliable() ? "und" : "en";
  return scriptOf(language) !== LATIN || found.isReliable() ? language : "en";
}
