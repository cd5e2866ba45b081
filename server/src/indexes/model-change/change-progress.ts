import type { Log } from "../../platform/log/log.ts";

/** Says in the log, now and then, how far a long piece of work is. */
export interface ChangeProgress {
  reached(done: number): void;
}

const SAY_EVERY_MS = 10_000;

/** Starts at nothing done. `what` says what is done with how many, e.g. `documents are embedded`. */
export function followChange(log: Log, what: string, total: number, now: () => number): ChangeProgress {
  const startedAt = now();
  let saidAt = startedAt;
  return {
    reached(done) {
      const at = now();
      if (at - saidAt < SAY_EVERY_MS) return;
      saidAt = at;
      const perSecond = (done * 1000) / (at - startedAt);
      const left = done > 0 ? `, ${duration((total - done) / perSecond)} left` : "";
      log.info(`${done} of ${total} ${what}, ${perSecond.toFixed(1)} a second${left}.`);
    },
  };
}

function duration(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${(seconds / 3600).toFixed(1)} h`;
}
