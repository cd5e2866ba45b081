/** Words by number, as a snapshot stores them: a start needs no string and no map entry for each. */
export interface PackedWords {
  /** The UTF-16 code units of all words. */
  readonly characters: Uint16Array;
  /** The end of each word, which starts at the end of the one before. A free number has no characters. */
  readonly ends: Uint32Array;
}

/** Finds packed words. */
export interface WordTable {
  /** Number of words, free numbers included. */
  readonly count: number;
  /** Returns the word's number; -1 when it has none. */
  find(word: string): number;
  isFree(id: number): boolean;
  /** Returns the word of a number; "" for a free number. */
  at(id: number): string;
}

const SMALLEST_TABLE = 64;
/** `fromCharCode` takes its characters as arguments, whose number is limited. */
const PIECE = 4096;

/** Creates the table. */
export function createWordTable({ characters, ends }: PackedWords): WordTable {
  const count = ends.length;
  let size = SMALLEST_TABLE;
  while (size < 2 * count) size *= 2;
  const mask = size - 1;
  // An open hash table of numbers + 1; 0 for a free place.
  const table = new Uint32Array(size);
  const startOf = (id: number) => (id === 0 ? 0 : (ends[id - 1] as number));

  for (let id = 0, start = 0; id < count; id++) {
    const end = ends[id] as number;
    if (end === start) continue;
    let hash = FIRST;
    for (let at = start; at < end; at++) hash = mix(hash, characters[at] as number);
    let place = spread(hash) & mask;
    while (table[place] !== 0) place = (place + 1) & mask;
    table[place] = id + 1;
    start = end;
  }

  function isAt(id: number, word: string): boolean {
    const start = startOf(id);
    if ((ends[id] as number) - start !== word.length) return false;
    for (let at = 0; at < word.length; at++) if (characters[start + at] !== word.charCodeAt(at)) return false;
    return true;
  }

  return {
    count,
    find(word) {
      let hash = FIRST;
      for (let at = 0; at < word.length; at++) hash = mix(hash, word.charCodeAt(at));
      for (let place = spread(hash) & mask; ; place = (place + 1) & mask) {
        const id = (table[place] as number) - 1;
        if (id < 0 || isAt(id, word)) return id;
      }
    },
    isFree: (id) => ends[id] === startOf(id),
    at(id) {
      let word = "";
      const end = ends[id] as number;
      for (let start = startOf(id); start < end; start += PIECE)
        word += String.fromCharCode(...characters.subarray(start, Math.min(end, start + PIECE)));
      return word;
    },
  };
}

const FIRST = 0x811c9dc5 | 0;

/** A step of the hash FNV-1a. */
function mix(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

function spread(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}
