import type { Log } from "../platform/log/log.ts";

/** The snapshot of an in-memory index on disk. */
export interface Snapshot {
  /** Loads the last snapshot. Skips parts that cannot be read. */
  load(): Promise<void>;
  /** Writes the changes since the last snapshot. */
  save(): Promise<void>;
}

/** Saves in-memory indexes periodically, so that a restart does not have to rebuild them. */
export interface Snapshots {
  start(): void;
  /** Saves a last time. */
  stop(): Promise<void>;
}

const INTERVAL_MS = 60_000;
/** Largest share of the time that saving may take. */
const MAX_TIME_SHARE = 0.05;

/** Creates the periodic snapshots of these indexes. */
export function createSnapshots(indexes: readonly Snapshot[], log: Log): Snapshots {
  let timer: Timer | undefined;
  let saving = Promise.resolve();
  let isStopped = false;

  async function save(): Promise<void> {
    const start = performance.now();
    for (const index of indexes)
      await index
        .save()
        .catch((error: unknown) => log.error("a snapshot of an index could not be saved", error));
    if (!isStopped) schedule(Math.max(INTERVAL_MS, (performance.now() - start) / MAX_TIME_SHARE));
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
