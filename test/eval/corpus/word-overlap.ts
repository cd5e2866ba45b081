/** How many words two readings of a file share, each word as often as it occurs. */
export interface WordOverlap {
  /** Share of the reference's words that were read. */
  readonly recall: number;
  /** Share of the words read that the reference has. */
  readonly precision: number;
}

// Scripts without spaces count by character.
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu;

/** Programs write a number with different digits at its end: 4.4 is also 4.4000000000000004. */
const LONG_NUMBER = /\d+\.\d{6,}(?:e[+-]?\d+)?/gi;
const COMPARED_DIGITS = 6;

/** Compares a text with a reference; undefined when the reference has no words. */
export function wordOverlap(text: string, reference: string): WordOverlap | undefined {
  const [read, expected] = [countWords(text), countWords(reference)];
  if (expected.total === 0) return undefined;
  let shared = 0;
  for (const [word, count] of expected.counts) shared += Math.min(count, read.counts.get(word) ?? 0);
  return { recall: shared / expected.total, precision: read.total === 0 ? 0 : shared / read.total };
}

function countWords(text: string): { counts: ReadonlyMap<string, number>; total: number } {
  const counts = new Map<string, number>();
  let total = 0;
  // Hyphens at line ends and soft hyphens belong to the layout.
  const joined = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\u00ad/g, "")
    .replace(LONG_NUMBER, (number) => String(Number(Number(number).toPrecision(COMPARED_DIGITS))))
    .replace(/(\p{L})-\n\s*(?=\p{Ll})/gu, "$1");
  for (const [word] of joined.matchAll(WORD)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    total += 1;
  }
  return { counts, total };
}
