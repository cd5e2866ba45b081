import { ARABIC, LATIN } from "./character-classes.ts";

const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ı: "i",
  þ: "th",
  ς: "σ",
  "\u0640": "",
};
const SPECIAL = /[ßæœøđðłıþς\u0640]/g;
const MARKS = /\p{M}+/gu;

/**
 * Takes the diacritics off a word in lower case. For Latin, Greek, Cyrillic, Hebrew and Arabic words only: elsewhere
 * marks are letters. Also ß, æ, ø and their kind, the final sigma, and the Arabic stretching mark.
 */
export function fold(word: string): string {
  if (isAscii(word)) return word;
  const bare = word.normalize("NFD").replace(MARKS, "");
  return bare.replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}

/** True for the scripts whose diacritics `fold` may take. */
export function isFolded(script: number): boolean {
  return script >= LATIN && script <= ARABIC;
}

/** True when every character is below U+0080. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
}
