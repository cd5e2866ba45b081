const WORD = /[\p{L}\p{M}]+/gu;
const ASCII = /^\p{ASCII}*$/u;
const SOME_ASCII = /[a-z]/i;

/**
 * Counts the different words of a text that tell its encoding: of at least three letters, some beyond ASCII, or of two that
 * both are. Symbols such as "©" and single letters tell nothing, because each encoding has one in their places.
 *
 * @param most Stops counting here.
 */
export function countTellingWords(text: string, most: number): number {
  const words = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    if (ASCII.test(word) || word.length < (SOME_ASCII.test(word) ? 3 : 2)) continue;
    words.add(word.toLowerCase());
    if (words.size >= most) break;
  }
  return words.size;
}
