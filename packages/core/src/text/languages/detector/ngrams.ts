import { hashNgram } from "./profile-table.ts";
import { BYTES } from "./profiles.ts";

/** Everything but letters of the basic plane, and but an apostrophe that follows a letter. */
const SEPARATORS = /(?:\P{L}|[\u{10000}-\u{10FFFF}])+(?<!['`\u2019])/gu;
const SPACE = 0x20;
/** The text ends with the word at this byte, or at the latest at `LAST_BYTE`. */
const ENOUGH_BYTES = 350;
const LAST_BYTE = 380;
/** N-grams come from the first bytes of a longer word. */
const WORD_BYTES = 70;
const STRIDE = 3;
const LENGTH = 4;
const SEEN_SLOTS = 1024;

/**
 * Calls `visit` for each distinct n-gram of the start of a text that is short enough for a profile, with its bytes as in
 * `ProfileTable`. Returns the number of distinct n-grams.
 */
export function createNgramReader(): (text: string, visit: (low: number, high: number) => void) => number {
  const word = new Uint8Array(LAST_BYTE + LENGTH);
  const seenLow = new Uint32Array(SEEN_SLOTS);
  const seenHigh = new Uint16Array(SEEN_SLOTS);
  /** The number of the text that filled a slot last: no need to empty the table between texts. */
  const seenIn = new Uint32Array(SEEN_SLOTS);
  let reading = 0;

  /** Notes an n-gram; true when the text had it before. */
  function isSeen(low: number, high: number): boolean {
    let slot = hashNgram(low, high) & (SEEN_SLOTS - 1);
    while (seenIn[slot] === reading) {
      if (seenLow[slot] === low && seenHigh[slot] === high) return true;
      slot = (slot + 1) & (SEEN_SLOTS - 1);
    }
    seenIn[slot] = reading;
    seenLow[slot] = low;
    seenHigh[slot] = high;
    return false;
  }

  return (text, visit) => {
    const clean = text.replace(SEPARATORS, " ").trim().toLowerCase();
    reading += 1;
    let count = 0;
    let size = 0;
    let total = 0;
    const longEnds = new Set<string>();

    /** Reads an n-gram of up to six bytes; a space marks the start and the end of a word. */
    const read = (start: number, end: number, isFirst: boolean, isLast: boolean): void => {
      let low = 0;
      let high = 0;
      let at = 0;
      const add = (byte: number): void => {
        if (at < 4) low |= byte << (8 * at);
        else high |= byte << (8 * (at - 4));
        at += 1;
      };
      if (isFirst) add(SPACE);
      for (let from = start; from < end; from += 1) add(word[from] ?? SPACE);
      if (isLast) add(SPACE);
      if (isSeen(low >>> 0, high)) return;
      count += 1;
      visit(low >>> 0, high);
    };

    const endWord = (): void => {
      if (size === 0) return;
      const length = Math.min(size, WORD_BYTES);
      let at = 0;
      for (; at + LENGTH < length; at += STRIDE) read(at, at + LENGTH, at === 0, false);
      // The rest of a longer word counts as one n-gram, which no profile has.
      if (size > WORD_BYTES) longEnds.add(String(word.subarray(length - LENGTH, size)));
      else read(Math.max(0, length - LENGTH), length, at === 0, true);
      size = 0;
    };

    const put = (byte: number): void => {
      word[size] = byte < 0x80 ? byte : BYTES.charCodeAt(byte);
      size += 1;
      total += 1;
    };

    for (let at = 0; at < clean.length && total <= LAST_BYTE; at += 1) {
      const code = clean.charCodeAt(at);
      if (code === SPACE) {
        endWord();
        if (total > ENOUGH_BYTES) break;
        total += 1;
      } else if (code < 0x80) put(code);
      else if (code < 0x800) {
        put(0xc0 | (code >> 6));
        put(0x80 | (code & 0x3f));
      } else {
        put(0xe0 | (code >> 12));
        put(0x80 | ((code >> 6) & 0x3f));
        put(0x80 | (code & 0x3f));
      }
    }
    endWord();
    return count + longEnds.size;
  };
}
