/**
 * A gram has at most four UTF-16 code units, so two numbers of 32 bits hold it. Documents have hundreds of grams, and most
 * work on them needs no strings.
 */
export const GRAM_CELLS = 2;

const LONGEST = 4;

// Beyond the end of a string, `charCodeAt` is NaN, which counts as 0 here. No term contains that character.

/** The first two characters of a gram as a number. */
export function lowOf(gram: string): number {
  return (gram.charCodeAt(0) | (gram.charCodeAt(1) << 16)) >>> 0;
}

/** The last two characters of a gram as a number. */
export function highOf(gram: string): number {
  return (gram.charCodeAt(2) | (gram.charCodeAt(3) << 16)) >>> 0;
}

/** The gram of two numbers. */
export function gramOf(low: number, high: number): string {
  const [first, second, third, fourth] = [low & 0xffff, low >>> 16, high & 0xffff, high >>> 16];
  // Without a list of the characters, which takes twice the time.
  if (fourth > 0) return String.fromCharCode(first, second, third, fourth);
  if (third > 0) return String.fromCharCode(first, second, third);
  return second > 0 ? String.fromCharCode(first, second) : String.fromCharCode(first);
}

/** Packs grams: the two numbers of each, one gram after the other. */
export function packGrams(grams: readonly string[]): Uint32Array {
  const packed = new Uint32Array(GRAM_CELLS * grams.length);
  for (const [at, gram] of grams.entries()) {
    if (gram.length > LONGEST) throw new Error(`A gram has at most ${LONGEST} characters`);
    packed[GRAM_CELLS * at] = lowOf(gram);
    packed[GRAM_CELLS * at + 1] = highOf(gram);
  }
  return packed;
}

/** Packs all pieces of four characters of a text, or the whole text if it is shorter. */
export function packPieces(text: string): Uint32Array {
  const count = Math.max(1, text.length - LONGEST + 1);
  const packed = new Uint32Array(GRAM_CELLS * count);
  for (let at = 0; at < count; at++) {
    packed[GRAM_CELLS * at] = (text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)) >>> 0;
    packed[GRAM_CELLS * at + 1] = (text.charCodeAt(at + 2) | (text.charCodeAt(at + 3) << 16)) >>> 0;
  }
  return packed;
}

/** The grams of packed numbers. */
export function unpackGrams(packed: Uint32Array): string[] {
  const grams: string[] = [];
  for (let at = 0; at < packed.length; at += GRAM_CELLS)
    grams.push(gramOf(packed[at] as number, packed[at + 1] as number));
  return grams;
}
