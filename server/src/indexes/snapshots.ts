import type { Log } from "../platform/log/log.ts";

/** An index in memory that can be kept on disk. */
export interface Snapshot {
  /** Reads what was saved; what cannot be read is left out. */
  load(): Promise<void>;
  /** Writes what has changed since the last time. */
  save(): Promise<void>;
}

/** Keeps indexes in memory on disk, so that a restart need not make them anew. */
export interface Snapshots {
  start(): void;
  /** Saves a last time. */
  stop(): Promise<void>;
}

const INTERVAL_MS = 60_000;
/** Saving takes at most this share of the time. */
const SHARE = 0.05;

/** Creates the keeper of these indexes. */
export function createSnapshots(indexes: readonly Snapshot[], log: Log): Snapshots {
  let timer: Timer | undefined;
  let saving = Promise.resolve();
  let isStopped = false;

  async function save(): Promise<void> {
    const start = performance.now();
    for (const index of indexes)
      await index.save().catch((error: unknown) => log.error("an index could not be saved", error));
    if (!isStopped) schedule(Math.max(INTERVAL_MS, (performance.now() - start) / SHARE));
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      saving = save();
    }, delayMs);
    timer.unref();
  }

  return {
    start: () => schedule(INTERVAL_MS),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await saving;
      await save();
    },
  };
}
