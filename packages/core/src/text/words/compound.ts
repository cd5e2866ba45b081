import { CYRILLIC, characterClass, codeAt, DIGIT } from "../characters/character-classes.ts";
import { fold, isFolded } from "../characters/folding.ts";
import { packPieces } from "../gram-keys.ts";
import { type Language, languageOfWord } from "../languages/language.ts";
import { stem } from "../languages/stemming.ts";
import { DECIMAL_POINT, splitIdentifier } from "./identifier.ts";

/** Characters of a word beyond this many are ignored. */
export const MAX_WORD = 64;

const IGNORABLE = /\u034f|[\u00ad\u200c-\u200f\u2060\ufeff]/g;
const CONNECTOR = /[-'._\u2019\u2010\u05f3\u05f4,]/;
const POSSESSIVE = /(?<=.)['\u2019][sS]$/;
const THOUSANDS = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?!,?\d)/g;
const DECIMAL = /(?<![\d.,])(\d+)[.,](\d+)(?![.,]?\d)/g;
const FOREIGN_DIGIT =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0be6-\u0bef\u0c66-\u0c6f\u0e50-\u0e59]/g;
const NUMBER = /^[\d.]+$/;
const HAS_DIGIT = /\p{N}/u;
const NONE: readonly string[] = [];
const PLAIN = /^[A-Za-z]?[a-z]*$/;

/** The index terms of one run of letters, digits and connectors. */
export interface CompoundAnalysis {
  readonly sequence: readonly string[];
  readonly joined: readonly string[];
  /** As `packGrams` packs them. */
  readonly grams: Uint32Array;
}

/**
 * Analyzes a run without spaces such as `state-of-the-art`, `dog's`, `getUserName` or `3.5`: the parts, each joined
 * form, and the character 4-grams of the parts between connectors (RANKING.md, Analyzer).
 * @param run In NFKC, case as written; at most a few words long.
 */
export function analyzeCompound(run: string, language: Language): CompoundAnalysis {
  if (isPlain(run)) {
    const word = run.slice(0, MAX_WORD).toLowerCase();
    return { sequence: [termOf(word, language)], joined: NONE, grams: gramsOf(word) };
  }
  const sequence: string[] = [];
  const joined: string[] = [];
  const grams: Uint32Array[] = [];
  const parts = partsOf(run).map(cutToWord);
  for (const part of parts) {
    const pieces = splitIdentifier(part);
    for (const piece of pieces) sequence.push(termOf(plain(piece), language));
    const word = plain(part);
    if (pieces.length > 1) joined.push(termOf(word, language));
    grams.push(gramsOf(foldOf(word, language)));
  }
  if (parts.length > 1) {
    joined.push(wholeOf(parts, language));
  }
  return { sequence, joined, grams: concatenate(grams) };
}

/** True for a plain ASCII word without parts or marks. */
export function isPlain(run: string): boolean {
  return PLAIN.test(run);
}

/** Returns the term of a compound written as one word. */
export function wholeOf(parts: readonly string[], language: Language): string {
  const words = parts.map(plain);
  // Keeps the points of numbers: without them, 1.23 and 12.3 would become the same.
  const whole = words.join(words.every((word) => NUMBER.test(word)) ? "." : "");
  return termOf(cutToWord(whole), language);
}

/**
 * Splits a run at its connectors. Drops connectors, thousands separators, a possessive, and invisible characters;
 * converts digits to ASCII and decimal points to `DECIMAL_POINT`.
 */
export function partsOf(run: string): string[] {
  return run
    .replace(IGNORABLE, "")
    .replace(FOREIGN_DIGIT, asciiDigit)
    .replace(POSSESSIVE, "")
    .replace(THOUSANDS, (number) => number.replaceAll(",", ""))
    .replace(DECIMAL, `$1${DECIMAL_POINT}$2`)
    .split(CONNECTOR)
    .filter((part) => part !== "");
}

/** Truncates a part to `MAX_WORD`. */
export function cutToWord(part: string): string {
  return part.slice(0, MAX_WORD);
}

function asciiDigit(digit: string): string {
  // Each range of digits in FOREIGN_DIGIT starts at a code that ends in 0 or 6.
  const code = digit.charCodeAt(0);
  return String((code & 15) >= 6 && (code & 0xff0) !== 0x660 && code < 0xe00 ? (code & 15) - 6 : code & 15);
}

/** Converts a piece to lower case, with an ordinary decimal point. */
export function plain(piece: string): string {
  return piece.replaceAll(DECIMAL_POINT, ".").toLowerCase();
}

/** Returns the term of a lower-case word: stemmed, then folded. */
export function termOf(word: string, language: Language): string {
  const first = codeAt(word, 0);
  const script = characterClass(first);
  if (script === DIGIT || HAS_DIGIT.test(word)) return foldOf(word, language);
  // Russian texts mostly write е for ё, and the stemmer recognizes only endings with е.
  const spelled = script === CYRILLIC ? word.replaceAll("ё", "е") : word;
  const stemmed = stem(spelled, languageOfWord(language, script, first));
  return foldOf(stemmed, language);
}

function foldOf(word: string, language: Language): string {
  // In Vietnamese, marks distinguish tones and vowels.
  if (language === "vi") return word;
  for (let index = 0; index < word.length; index++) {
    const script = characterClass(codeAt(word, index));
    if (script !== DIGIT) return isFolded(script) ? fold(word) || word : word;
  }
  return word;
}

function gramsOf(word: string): Uint32Array {
  return packPieces(`_${word}_`);
}

function concatenate(lists: readonly Uint32Array[]): Uint32Array {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
