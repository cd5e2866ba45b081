import { isSignedOut, isTemporary } from "./errors.ts";
import { RETRY_MS } from "./refresh-every.ts";
import { endSession, sessionResumed } from "./session-state.ts";

/** How a task goes on after an error. */
export interface GoingOn {
  readonly signal: AbortSignal;
  /** Gets each error, also one that ends the task. */
  readonly onProblem?: (problem: unknown) => void;
  /** True for an error after which the same task may succeed later. Default: `isTemporary`. */
  readonly mayPass?: (problem: unknown) => boolean;
}

/**
 * Runs a task until it succeeds: again soon after it failed for the moment, and again when the person has signed in again.
 * @throws What the task threw, when that lasts or the signal is aborted.
 */
export async function untilDone<Result>(
  task: (signal: AbortSignal) => Promise<Result>,
  { signal, onProblem, mayPass = isTemporary }: GoingOn,
): Promise<Result> {
  for (;;) {
    try {
      return await task(signal);
    } catch (problem) {
      if (signal.aborted) throw problem;
      onProblem?.(problem);
      if (isSignedOut(problem)) {
        endSession();
        await sessionResumed();
      } else if (mayPass(problem)) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      else throw problem;
      signal.throwIfAborted();
    }
  }
}

/**
 * Runs a task as `untilDone`, in the background.
 * @returns A function that stops it.
 */
export function keepGoing(
  task: (signal: AbortSignal) => Promise<void>,
  onProblem?: (problem: unknown) => void,
): () => void {
  const stop = new AbortController();
  untilDone(task, { signal: stop.signal, ...(onProblem ? { onProblem } : {}) }).catch(() => undefined);
  return () => stop.abort();
}
