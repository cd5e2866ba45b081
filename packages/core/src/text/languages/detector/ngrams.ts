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
/** So many characters mostly have more than `LAST_BYTE` letters. */
const MOSTLY_ENOUGH = 500;
/** A cut changes only the characters next to it. */
const NEAR_CUT = 8;
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

  /** Reads an n-gram of up to six bytes; a space marks the start and the end of a word. True if it is new. */
  function read(
    start: number,
    end: number,
    isFirst: boolean,
    isLast: boolean,
    visit: (low: number, high: number) => void,
  ): boolean {
    let low = isFirst ? SPACE : 0;
    let high = 0;
    let shift = isFirst ? 8 : 0;
    for (let from = start; from < end; from += 1, shift += 8) {
      const byte = word[from] ?? SPACE;
      if (shift < 32) low |= byte << shift;
      else high |= byte << (shift - 32);
    }
    if (isLast) {
      if (shift < 32) low |= SPACE << shift;
      else high |= SPACE << (shift - 32);
    }
    if (isSeen(low >>> 0, high)) return false;
    visit(low >>> 0, high);
    return true;
  }

  /** Reads the n-grams of the first `size` bytes of `word`, and returns how many are new. */
  function readWord(size: number, longEnds: Set<string>, visit: (low: number, high: number) => void): number {
    if (size === 0) return 0;
    const length = Math.min(size, WORD_BYTES);
    let count = 0;
    let at = 0;
    for (; at + LENGTH < length; at += STRIDE) if (read(at, at + LENGTH, at === 0, false, visit)) count += 1;
    // The rest of a longer word counts as one n-gram, which no profile has.
    if (size > WORD_BYTES) longEnds.add(String(word.subarray(length - LENGTH, size)));
    else if (read(Math.max(0, length - LENGTH), length, at === 0, true, visit)) count += 1;
    return count;
  }

  // Inner functions would share these counters through memory, at twice the time.
  return (text, visit) => {
    const words = cleanStart(text);
    reading += 1;
    let count = 0;
    let size = 0;
    let total = 0;
    const longEnds = new Set<string>();
    for (let at = 0; at < words.length && total <= LAST_BYTE; at += 1) {
      const code = words.charCodeAt(at);
      if (code === SPACE) {
        count += readWord(size, longEnds, visit);
        size = 0;
        if (total > ENOUGH_BYTES) break;
        total += 1;
      } else if (code < 0x80) {
        word[size++] = code;
        total += 1;
      } else {
        const isShort = code < 0x800;
        if (isShort) word[size++] = BYTES.charCodeAt(0xc0 | (code >> 6));
        else {
          word[size++] = BYTES.charCodeAt(0xe0 | (code >> 12));
          word[size++] = BYTES.charCodeAt(0x80 | ((code >> 6) & 0x3f));
        }
        word[size++] = BYTES.charCodeAt(0x80 | (code & 0x3f));
        total += isShort ? 2 : 3;
      }
    }
    count += readWord(size, longEnds, visit);
    return count + longEnds.size;
  };
}

/** Returns a text in lower case without separators, or as much of its start as is read. */
function cleanStart(text: string): string {
  const start = clean(text.slice(0, MOSTLY_ENOUGH));
  return text.length <= MOSTLY_ENOUGH || start.length > LAST_BYTE + NEAR_CUT ? start : clean(text);
}

function clean(text: string): string {
  return text.replace(SEPARATORS, " ").trim().toLowerCase();
}
