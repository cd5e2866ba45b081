import type { IndexDefinition } from "./index-definition.ts";

/** When to ask whether a model without an index should get one: counting on every write would cost more than it. */
export interface ModelWatch {
  readonly index: IndexDefinition;
  readonly hasFailed: boolean;
  wrote(records: number): void;
  isDue(): boolean;
  /** Tells how many vectors there are. */
  counted(total: number): void;
  /** Another process is making an index; perhaps this one. */
  postpone(): void;
  failed(): void;
}

/** Other processes write, too. */
const COUNT_EVERY_MS = 10 * 60_000;
const BUSY_PAUSE_MS = 5000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** Creates the watch over one model; it is due at once. */
export function createModelWatch(index: IndexDefinition, exactUpTo: number): ModelWatch {
  let written = 0;
  let wait = 0;
  let countedAt = Number.NEGATIVE_INFINITY;
  let pausedUntil = 0;
  let failures = 0;

  return {
    index,
    get hasFailed() {
      return failures > 0;
    },
    wrote(records) {
      written += records;
    },
    isDue() {
      const now = Date.now();
      return now >= pausedUntil && (written >= wait || now - countedAt > COUNT_EVERY_MS);
    },
    counted(total) {
      written = 0;
      // A part of what is missing, for others may be writing as well.
      wait = Math.max((exactUpTo - total) / 4, exactUpTo / 10);
      countedAt = Date.now();
    },
    postpone() {
      wait = 0;
      pausedUntil = Date.now() + BUSY_PAUSE_MS;
    },
    failed() {
      wait = 0;
      pausedUntil = Date.now() + Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      failures += 1;
    },
  };
}
