import type { OpenDatabase } from "../database/database.ts";
import type { Log } from "../log/log.ts";

/** Work that repeats in the background, such as deleting expired rows. */
export interface PeriodicTask {
  /** Does the work once now, whether or not another process is doing it. */
  run(): Promise<void>;
  /** Does the work shortly after this call and then after every interval. */
  start(): void;
  /** Starts no further run, and waits for the current one to end. */
  stop(): Promise<void>;
}

/** What repeats, and how often. */
export interface PeriodicWork {
  /** Names the work in the log and in the lock that processes on one database compete for. */
  readonly name: string;
  /** Pause between the end of a run and the start of the next. */
  readonly intervalMs: number;
  /**
   * Delay of the first run. It is short, because a service that restarts more often than every `intervalMs` would
   * otherwise never do the work. It is not zero, so that starting stays fast.
   */
  readonly firstMs?: number;
  /** Should end soon after `signal` is aborted. */
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/** What periodic tasks need. */
export interface PeriodicTaskDeps {
  readonly log: Log;
  /** Takes the lock on the database. A process that does not get it skips the run. */
  readonly claim: OpenDatabase["claim"];
}

const FIRST_MS = 5000;

/** Creates a periodic task. A run that fails is logged and followed by the next one. */
export function createPeriodicTask(
  { log, claim }: PeriodicTaskDeps,
  { name, intervalMs, firstMs = FIRST_MS, work }: PeriodicWork,
): PeriodicTask {
  const stopping = new AbortController();
  let timer: Timer | undefined;
  let running: Promise<void> | undefined;

  async function runAlone(): Promise<void> {
    const lock = await claim(`quarry ${name}`, "alone");
    if (!lock) return;
    try {
      await work(stopping.signal);
    } finally {
      await lock.release();
    }
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      running = runAlone()
        .catch((error: unknown) => log.error(`The background task "${name}" failed`, error))
        .finally(() => {
          if (!stopping.signal.aborted) schedule(intervalMs);
        });
    }, delayMs);
    timer.unref();
  }

  return {
    run: () => work(stopping.signal),
    start: () => schedule(firstMs),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
