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
  /** Saves now, after `start`, unless saving would take too large a share of the time. */
  saveNow(): Promise<void>;
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
  let isRunning = false;
  let restsUntil = 0;

  async function save(): Promise<void> {
    const start = performance.now();
    for (const index of indexes)
      await index
        .save()
        .catch((error: unknown) => log.error("a snapshot of an index could not be saved", error));
    const restMs = (performance.now() - start) / MAX_TIME_SHARE;
    restsUntil = performance.now() + restMs;
    if (isRunning) schedule(Math.max(INTERVAL_MS, restMs));
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(saveNext, delayMs);
    timer.unref();
  }

  function saveNext(): Promise<void> {
    saving = saving.then(save);
    return saving;
  }

  return {
    start() {
      isRunning = true;
      schedule(INTERVAL_MS);
    },
    async saveNow() {
      if (isRunning && performance.now() >= restsUntil) await saveNext();
    },
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      await saveNext();
    },
  };
}
