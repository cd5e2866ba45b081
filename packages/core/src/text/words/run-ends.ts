import {
  COMMA,
  CONNECTOR,
  characterClass,
  codeAt,
  DIGIT,
  IGNORED,
  LATIN,
} from "../characters/character-classes.ts";
import { MAX_WORD } from "./compound.ts";

/** Runs are truncated to two words of maximum length. */
export const MAX_RUN = 2 * MAX_WORD;

/** Returns the end of the run of letters, digits and connectors that starts at `start`. */
export function endOfRun(source: string, start: number): number {
  let before = DIGIT;
  let at = start;
  while (at < source.length) {
    const code = codeAt(source, at);
    const found = characterClass(code);
    if (found >= LATIN && found <= IGNORED) at += code > 0xffff ? 2 : 1;
    else if (found === CONNECTOR || found === COMMA) {
      // Ends a compound at the maximum word length, so that a line of a million dashes stays a list of words.
      if (at - start >= MAX_WORD || at + 1 >= source.length) return at;
      const next = characterClass(codeAt(source, at + 1));
      if (next < LATIN || next > DIGIT) return at;
      if (found === COMMA && (before !== DIGIT || next !== DIGIT)) return at;
      at += 1;
    } else return at;
    before = found;
  }
  return at;
}

/** Returns the end of the run of characters of one class that starts at `start`. */
export function endOfClass(source: string, start: number, wanted: number): number {
  let at = start;
  while (at < source.length) {
    const code = codeAt(source, at);
    if (characterClass(code) !== wanted) return at;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}
