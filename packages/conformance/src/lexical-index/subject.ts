import type { LexicalIndex } from "@quarry/core";

/** A lexical index under test, empty at first. */
export interface LexicalIndexSubject {
  readonly index: LexicalIndex;
  /** Opens another index on the same data, as after a crash. Required if the index declares itself durable. */
  reopen?(): Promise<LexicalIndex>;
  /**
   * Runs `body` in a database transaction. Rolls it back if `body` rejects, and rejects with the same error. Required if
   * the index has `within`.
   */
  transact?(body: (transaction: unknown) => Promise<void>): Promise<void>;
  /** Closes all open indexes and deletes the data. */
  cleanUp(): Promise<void>;
}

/** Creates a new, empty index; called once per test. */
export type LexicalIndexFactory = () => Promise<LexicalIndexSubject>;

/** Options of the lexical index suite. Skipped tests follow from the index's properties, not from options. */
export interface LexicalIndexOptions {
  /** Timeout per test. Default one minute. */
  readonly timeoutMs?: number;
  /** Seed of the random data. Default 1. */
  readonly seed?: number;
}
