import { characterClass, codeAt, DIGIT, IGNORED, MARK } from "../characters/character-classes.ts";

/** Replaces the point of a decimal number while its word is split; a private-use character. */
export const DECIMAL_POINT = "\ue000";

const POINT_CODE = 0xe000;
const PLAIN = /^[A-Za-z]?[a-z]*$|^[A-Z]+$|^\d+$/;

/**
 * Splits a word where the case, the script or the character class changes: `getUserName` -> get, User, Name;
 * `HTTPServer` -> HTTP, Server; `covid19` -> covid, 19. Plurals of acronyms (`RNAs`) stay whole.
 */
export function splitIdentifier(word: string): string[] {
  if (PLAIN.test(word)) return [word];
  const pieces: string[] = [];
  let start = 0;
  let before = -1;
  let wasUpper = false;
  for (let index = 0; index < word.length; ) {
    const code = codeAt(word, index);
    const found = code === POINT_CODE ? DIGIT : characterClass(code);
    const width = code > 0xffff ? 2 : 1;
    if (found === MARK || found === IGNORED) {
      index += width;
      continue;
    }
    const upper = found !== DIGIT && isUpper(word, index, width);
    const border =
      before !== -1 &&
      (found !== before ||
        (upper && !wasUpper && found !== DIGIT) ||
        (upper && wasUpper && startsWord(word, index + width)));
    if (border && index > start) {
      pieces.push(word.slice(start, index));
      start = index;
    }
    before = found;
    wasUpper = upper;
    index += width;
  }
  pieces.push(word.slice(start));
  return pieces;
}

function isUpper(word: string, index: number, width: number): boolean {
  const letter = word.slice(index, index + width);
  return letter !== letter.toLowerCase();
}

/** True if two lower-case letters follow: the letter before them starts a word instead of ending an acronym. */
function startsWord(word: string, index: number): boolean {
  const next = word.slice(index, index + 2);
  return next.length === 2 && next === next.toLowerCase() && next !== next.toUpperCase() && !/\d/.test(next);
}
