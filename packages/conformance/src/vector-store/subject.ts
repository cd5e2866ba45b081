import type { VectorStore } from "@quarry/core";

/** A store to be tried out, empty at first. */
export interface VectorStoreSubject {
  readonly store: VectorStore;
  /**
   * Opens a new store on the same data, as after a crash: the one before it is no longer used, and need not have
   * been closed. A store that declares itself durable must have this.
   */
  reopen?(): Promise<VectorStore>;
  /** Closes what is open and takes the data away. */
  cleanUp(): Promise<void>;
}

/** Makes a new, empty store; called once for each test. */
export type VectorStoreFactory = () => Promise<VectorStoreSubject>;

/** How thoroughly a store is tried; what is left out follows from its declared capabilities, not from here. */
export interface VectorStoreOptions {
  /** `small` (2,000 records, 500 update cycles) or `full` (50,000 records, 10,000 cycles, the largest batches). */
  readonly scale?: "small" | "full";
  /** Length of the vectors; 32 in small, 384 in full. */
  readonly dimensions?: number;
  /** For one test; a minute in small, fifteen in full. */
  readonly timeoutMs?: number;
  /** Another seed gives other data. */
  readonly seed?: number;
  /**
   * Bytes on disk of the store that the factory made last, settled: after a checkpoint or a vacuum, if the engine
   * has such a thing.
   */
  diskBytes?(): Promise<number>;
}

/** Options with nothing left open. */
export interface Settings {
  readonly isFull: boolean;
  readonly dimensions: number;
  readonly timeoutMs: number;
  readonly seed: number;
  readonly diskBytes: (() => Promise<number>) | undefined;
}

/** Fills in what the caller left open. */
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
