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
 * Removes the diacritics of a lower-case word, and replaces ß, æ, ø and similar letters, the final sigma, and the Arabic
 * tatweel. Only for Latin, Greek, Cyrillic, Hebrew and Arabic: in other scripts, marks are letters.
 */
export function fold(word: string): string {
  if (isAscii(word)) return word;
  const bare = word.normalize("NFD").replace(MARKS, "");
  return bare.replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}

/** True for the scripts that `fold` applies to. */
export function isFolded(script: number): boolean {
  return script >= LATIN && script <= ARABIC;
}

/** True if every character is below U+0080. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
}
