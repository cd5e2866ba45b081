import { QuarryError } from "@quarry/core";

const RUNS_MAX = 2;
const RETRY_AFTER_MS = 2000;

/** Runs the work of an evaluation, or refuses it when the organization has too much of it in progress. */
export type RunSlots = <Result>(orgId: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates the slots of a process. The questions of a run are not admitted one by one, because a refusal would end the run, so the
 * number of runs is limited.
 */
export function createRunSlots(): RunSlots {
  const running = new Map<string, number>();
  return async (orgId, work) => {
    const count = running.get(orgId) ?? 0;
    if (count >= RUNS_MAX)
      throw new QuarryError(
        "unavailable",
        `${RUNS_MAX} evaluations of the organization run already. Repeat the call when one has ended.`,
        { retryAfterMs: RETRY_AFTER_MS },
      );
    running.set(orgId, count + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(orgId) ?? 1) - 1;
      if (left === 0) running.delete(orgId);
      else running.set(orgId, left);
    }
  };
}
