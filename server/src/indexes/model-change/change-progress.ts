import type { Log } from "../../platform/log/log.ts";

/** Logs the progress of a long operation, at most every ten seconds. */
export interface ChangeProgress {
  reached(done: number): void;
}

const LOG_EVERY_MS = 10_000;

/** Starts at zero. `what` completes the line "n of total ...", e.g. `documents are embedded`. */
export function createChangeProgress(
  log: Log,
  what: string,
  total: number,
  now: () => number,
): ChangeProgress {
  const startedAt = now();
  let loggedAt = startedAt;
  return {
    reached(done) {
      const at = now();
      if (at - loggedAt < LOG_EVERY_MS) return;
      loggedAt = at;
      const perSecond = (done * 1000) / (at - startedAt);
      const left = done > 0 ? `, ${duration((total - done) / perSecond)} left` : "";
      log.info(`${done} of ${total} ${what}, ${perSecond.toFixed(1)} per second${left}.`);
    },
  };
}

function duration(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${(seconds / 3600).toFixed(1)} h`;
}
