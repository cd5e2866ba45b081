import { forgetAnalyses } from "@quarry/core/internal";

/** Memory that only ingestion uses. */
export interface IdleMemory {
  /** Notes that documents were written. */
  used(): void;
  stop(): void;
}

/** Longer than the pauses of a client that loads documents. */
const IDLE_MS = 15_000;

/**
 * Creates the timer that frees memory when no documents have been written for a while.
 * @param save Saves the indexes: what a file holds does not have to stay in memory.
 */
export function createIdleMemory(
  save: () => Promise<void>,
  free: () => void = freeNow,
  idleMs = IDLE_MS,
): IdleMemory {
  let timer: Timer | undefined;
  const stop = () => clearTimeout(timer);
  return {
    used() {
      if (timer) timer.refresh();
      else {
        timer = setTimeout(() => {
          timer = undefined;
          void save().then(free);
        }, idleMs);
        timer.unref();
      }
    },
    stop,
  };
}

function freeNow(): void {
  forgetAnalyses();
  // An idle process allocates too little to collect garbage soon. Collected beside questions, which a pause would delay.
  Bun.gc(false);
}
