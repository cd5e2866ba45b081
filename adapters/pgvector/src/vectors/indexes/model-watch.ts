import type { IndexDefinition } from "./index-definition.ts";

/**
 * Decides when to count the vectors of a model without an index: counting on every write would cost more than the
 * index.
 */
export interface ModelWatch {
  readonly index: IndexDefinition;
  readonly hasFailed: boolean;
  wrote(records: number): void;
  isDue(): boolean;
  /** Reports the counted number of vectors. */
  counted(total: number): void;
  /** Called when another process is building an index, possibly this one. */
  postpone(): void;
  failed(): void;
}

/** Counts even without own writes, because other processes write too. */
const COUNT_EVERY_MS = 10 * 60_000;
const BUSY_PAUSE_MS = 5000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** Creates the watch of one model, due immediately. */
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
      // Only a part of what is missing, because other processes may be writing as well.
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
