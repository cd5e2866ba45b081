import type { VectorStore } from "@quarry/core";

/** A vector store under test, empty at first. */
export interface VectorStoreSubject {
  readonly store: VectorStore;
  /**
   * Opens a new store on the same data, as after a crash: the previous store is not used again and may not have been
   * closed. Required if the store declares itself durable.
   */
  reopen?(): Promise<VectorStore>;
  /**
   * Makes the engine unreachable for the open store, and returns what makes it reachable again with the same data;
   * that resolves when the store works. For stores with an engine of their own.
   */
  interrupt?(): Promise<() => Promise<void>>;
  /** Closes all open stores and deletes the data. */
  cleanUp(): Promise<void>;
}

/** Creates a new, empty store; called once per test. */
export type VectorStoreFactory = () => Promise<VectorStoreSubject>;

/** Options of the vector store suite. Skipped tests follow from the declared capabilities, not from options. */
export interface VectorStoreOptions {
  /** `small` (2,000 records, 500 update cycles) or `full` (50,000 records, 10,000 cycles, the largest batches). */
  readonly scale?: "small" | "full";
  /** Length of the vectors. Default 32 (small) or 384 (full). */
  readonly dimensions?: number;
  /** Timeout per test. Default 1 minute (small) or 15 minutes (full). */
  readonly timeoutMs?: number;
  /** Seed of the random data. Default 1. */
  readonly seed?: number;
  /**
   * Returns the bytes on disk of the most recently created store, after a checkpoint or vacuum if the engine has one.
   */
  diskBytes?(): Promise<number>;
  /** Receives each test that did not apply to the store, with the reason. Default: prints it. */
  onSkip?(test: string, reason: string): void;
}

/** Options with defaults applied. */
export interface Settings {
  readonly isFull: boolean;
  readonly dimensions: number;
  readonly timeoutMs: number;
  readonly seed: number;
  readonly diskBytes: (() => Promise<number>) | undefined;
}

/** Applies the defaults. */
export function settingsOf(options: VectorStoreOptions): Settings {
  const isFull = options.scale === "full";
  return {
    isFull,
    dimensions: options.dimensions ?? (isFull ? 384 : 32),
    timeoutMs: options.timeoutMs ?? (isFull ? 900_000 : 60_000),
    seed: options.seed ?? 1,
    diskBytes: options.diskBytes && (() => options.diskBytes?.() ?? Promise.resolve(0)),
  };
}
