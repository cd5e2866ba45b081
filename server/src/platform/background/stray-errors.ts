import type { Log } from "../log/log.ts";

const QUIET_MS = 10_000;

/**
 * Creates a receiver of errors that no call waits for, e.g. of a timer in a plug-in. It logs one in ten seconds and counts
 * the others, because a timer may fail thousands of times.
 */
export function createStrayErrors(log: Pick<Log, "error">, nowMs = () => performance.now()) {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  return (error: unknown): void => {
    if (nowMs() - loggedAtMs < QUIET_MS) {
      unlogged += 1;
      return;
    }
    loggedAtMs = nowMs();
    const others = unlogged === 0 ? "" : `; ${unlogged} more since the last one`;
    unlogged = 0;
    log.error(`uncaught error outside of any call; the service goes on${others}`, error);
  };
}
