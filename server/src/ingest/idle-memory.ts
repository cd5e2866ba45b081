import { forgetAnalyses } from "@quarry/core/internal";
import { processorMs } from "../platform/background/processor-time.ts";

/** Memory that only ingestion uses. */
export interface IdleMemory {
  /** Notes that documents were written. */
  used(): void;
  stop(): void;
}

/** Longer than the pauses of a client that loads documents. */
const IDLE_MS = 15_000;
const SECOND_MS = 1000;
/** A process that used less processor time in a second has nothing to do. */
const QUIET_MS = 30;

/** What frees memory, and when. Durations are in milliseconds. */
export interface IdleMemoryOptions {
  readonly idleMs?: number;
  readonly forget?: () => void;
  /** Collects garbage, which pauses the process for up to seconds. */
  readonly collect?: () => void;
  /** Resolves when the process has nothing else to do. */
  readonly quiet?: () => Promise<void>;
}

/**
 * Creates the timer that frees memory when no documents have been written for a while.
 * @param save Saves the indexes: what a file holds does not have to stay in memory. Receives how long documents were written
 * without a pause.
 */
export function createIdleMemory(
  save: (writingMs: number) => Promise<void>,
  {
    idleMs = IDLE_MS,
    forget = forgetAnalyses,
    collect = collectNow,
    quiet = quietSecond,
  }: IdleMemoryOptions = {},
): IdleMemory {
  let timer: Timer | undefined;
  const stop = () => clearTimeout(timer);
  let [firstAt, lastAt] = [0, 0];
  async function free(): Promise<void> {
    await save(lastAt - firstAt);
    forget();
    await quiet();
    collect();
  }
  return {
    used() {
      lastAt = performance.now();
      if (timer) timer.refresh();
      else {
        firstAt = lastAt;
        timer = setTimeout(() => {
          timer = undefined;
          void free();
        }, idleMs);
        timer.unref();
      }
    },
    stop,
  };
}

/** An idle process allocates too little to collect garbage soon. */
function collectNow(): void {
  Bun.gc(true);
}

async function quietSecond(): Promise<void> {
  for (;;) {
    const before = processorMs();
    await new Promise<void>((resolve) => setTimeout(resolve, SECOND_MS).unref());
    if (processorMs() - before < QUIET_MS) return;
  }
}
