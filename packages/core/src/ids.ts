/** Id prefix of each kind of resource. */
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
  file: "fil",
  fileBatch: "bat",
  question: "qst",
  bulkOperation: "blk",
  request: "req",
} as const;

/** A kind of resource that has ids. */
export type IdKind = keyof typeof PREFIXES;

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";
const TIME_CHARS = 9;
const RANDOM_BYTES = 16;
/** Read at once: each call of a secure source takes a microsecond. */
const POOL_BYTES = 1024;

/**
 * Returns a generator of ids such as `doc_0mf3k2a9x` + 16 random characters: a prefix, the time in base 36 (so ids sort
 * by age), and 82 random bits.
 * @param randomBytes A cryptographically secure source of random bytes.
 * @param nowMs Milliseconds since 1970.
 */
export function createIds(randomBytes: (count: number) => Uint8Array, nowMs: () => number) {
  let pool: Uint8Array = new Uint8Array(0);
  let used = 0;

  function nextByte(): number {
    if (used >= pool.length) {
      pool = randomBytes(POOL_BYTES);
      used = 0;
    }
    used += 1;
    return pool[used - 1] ?? 255;
  }

  return function newId(kind: IdKind): string {
    let random = "";
    while (random.length < RANDOM_BYTES) {
      const byte = nextByte();
      // 252 is the largest multiple of 36 below 256: dropping the bytes above it keeps the distribution uniform.
      if (byte < 252) random += ALPHABET[byte % 36];
    }
    return `${PREFIXES[kind]}_${nowMs().toString(36).padStart(TIME_CHARS, "0")}${random}`;
  };
}

const SORTED_CHARS = TIME_CHARS + RANDOM_BYTES / 2;

/**
 * Returns an id that sorts next to `model`: it copies all of `model` but the last eight characters, which come from
 * `fresh`.
 */
export function idSortedAs(model: string, fresh: string): string {
  const end = fresh.indexOf("_") + 1 + SORTED_CHARS;
  return model.slice(0, end) + fresh.slice(end);
}

/** Creates an id of a kind. */
export type NewId = ReturnType<typeof createIds>;
