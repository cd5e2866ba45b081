const WORD = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|[\p{L}\p{M}\p{N}]+/gu;
const HAS_DIGIT = /\p{N}/u;
const SHINGLE_WORDS = 3;
const LEAST_SHARED = 0.9;

/** What two passages are compared by. */
export interface PassageShape {
  /** Runs of three words; of a shorter text all of it. */
  readonly shingles: ReadonlySet<string>;
  /** The words with digits, by which rows and clauses differ that are alike otherwise. */
  readonly numbers: ReadonlySet<string>;
}

/** Reads a passage for `areNearDuplicates`; case, punctuation and white space are of no account. */
export function shapeOf(passage: string): PassageShape {
  const words = passage.normalize("NFKC").toLowerCase().match(WORD) ?? [passage.trim()];
  const shingles = new Set<string>();
  for (let at = 0; at === 0 || at + SHINGLE_WORDS <= words.length; at++)
    shingles.add(words.slice(at, at + SHINGLE_WORDS).join(" "));
  return { shingles, numbers: new Set(words.filter((word) => HAS_DIGIT.test(word))) };
}

/** True when two passages say the same: the same numbers, and nine of ten runs of three words in both. */
export function areNearDuplicates(left: PassageShape, right: PassageShape): boolean {
  const shared = sharedBy(left.shingles, right.shingles);
  const all = left.shingles.size + right.shingles.size - shared;
  if (shared < LEAST_SHARED * all || left.numbers.size !== right.numbers.size) return false;
  return sharedBy(left.numbers, right.numbers) === left.numbers.size;
}

function sharedBy(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const each of left) if (right.has(each)) shared += 1;
  return shared;
}
