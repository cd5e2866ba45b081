/** Prefixes of ids, by what they name. */
const PREFIXES = {
  space: "spc",
  document: "doc",
  chunk: "chk",
  organization: "org",
  apiKey: "key",
  user: "usr",
  auditEntry: "aud",
  webhook: "whk",
  evaluation: "evl",
  evaluationRun: "run",
  request: "req",
} as const;

/** What an id can name. */
export type IdKind = keyof typeof PREFIXES;

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";
const TIME_CHARS = 9;
const RANDOM_BYTES = 16;

/**
 * Makes ids such as `doc_0mf3k2a9x` + 16 random characters: a prefix, the time in base 36 (so that ids sort by age),
 * and 82 random bits that nobody guesses.
 * @param randomBytes Source of unpredictable bytes.
 * @param nowMs Milliseconds since 1970.
 */
export function createIds(randomBytes: (count: number) => Uint8Array, nowMs: () => number) {
  return function newId(kind: IdKind): string {
    let random = "";
    // Bytes from 252 on would favour the first letters: they are dropped.
    while (random.length < RANDOM_BYTES) {
      for (const byte of randomBytes(RANDOM_BYTES * 2))
        if (byte < 252 && random.length < RANDOM_BYTES) random += ALPHABET[byte % 36];
    }
    return `${PREFIXES[kind]}_${nowMs().toString(36).padStart(TIME_CHARS, "0")}${random}`;
  };
}

const SORTED_CHARS = TIME_CHARS + RANDOM_BYTES / 2;

/** A fresh id that sorts among ids of its kind where `model` does: all but its last letters are those of the model. */
export function idSortedAs(model: string, fresh: string): string {
  const end = fresh.indexOf("_") + 1 + SORTED_CHARS;
  return model.slice(0, end) + fresh.slice(end);
}

/** Makes a new id of a kind. */
export type NewId = ReturnType<typeof createIds>;
