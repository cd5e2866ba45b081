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
  /** @param fillingMs How long the indexes were filled before: if that was long, the next start should not repeat it. */
  start(fillingMs?: number): void;
  /**
   * Saves after `start`, unless saving would take too large a share of the time.
   * @param writingMs How long changes were written before this call. A restart would need about as long to repeat them.
   */
  saveNow(writingMs?: number): Promise<void>;
  isSaving(): boolean;
  /** Saves a last time. */
  stop(): Promise<void>;
}

const INTERVAL_MS = 60_000;
/** Largest share of the time that saving may take while documents are written. */
const MAX_TIME_SHARE = 0.05;
/** A save may take so many times as long as the changes took that it saves, when writing has stopped. */
const MOST_FOR_CHANGES = 4;
/** A filling that took longer is saved at once. */
const LONG_FILLING_MS = 5000;

/** Creates the periodic snapshots of these indexes. */
export function createSnapshots(indexes: readonly Snapshot[], log: Log): Snapshots {
  let timer: Timer | undefined;
  let saving = Promise.resolve();
  let isRunning = false;
  let restsUntil = 0;
  let [lastMs, unsavedMs, saves] = [0, 0, 0];

  async function save(): Promise<void> {
    const start = performance.now();
    unsavedMs = 0;
    for (const index of indexes)
      await index
        .save()
        .catch((error: unknown) => log.error("a snapshot of an index could not be saved", error));
    lastMs = performance.now() - start;
    const restMs = lastMs / MAX_TIME_SHARE;
    restsUntil = performance.now() + restMs;
    if (isRunning) schedule(Math.max(INTERVAL_MS, restMs));
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(saveNext, delayMs);
    timer.unref();
  }

  function saveNext(): Promise<void> {
    saves += 1;
    saving = saving.then(save).finally(() => {
      saves -= 1;
    });
    return saving;
  }

  return {
    start(fillingMs = 0) {
      isRunning = true;
      if (fillingMs >= LONG_FILLING_MS) void saveNext();
      else schedule(INTERVAL_MS);
    },
    async saveNow(writingMs = 0) {
      unsavedMs += writingMs;
      const isWorthIt = performance.now() >= restsUntil || lastMs <= MOST_FOR_CHANGES * unsavedMs;
      if (isRunning && isWorthIt) await saveNext();
    },
    isSaving: () => saves > 0,
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      await saveNext();
    },
  };
}
