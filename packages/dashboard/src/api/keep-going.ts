import { isSignedOut, isTemporary } from "./errors.ts";
import { RETRY_MS } from "./refresh-every.ts";
import { endSession, sessionResumed } from "./session-state.ts";

/**
 * Runs a task: again soon after it failed for the moment, and again when the person has signed in again.
 * @param onProblem Gets each error, also one that ends it.
 * @returns A function that stops it.
 */
export function keepGoing(
  task: (signal: AbortSignal) => Promise<void>,
  onProblem: (problem: unknown) => void = () => undefined,
): () => void {
  const stop = new AbortController();
  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        return await task(stop.signal);
      } catch (problem) {
        if (stop.signal.aborted) return;
        onProblem(problem);
        if (isSignedOut(problem)) {
          endSession();
          await sessionResumed();
        } else if (isTemporary(problem)) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        else return;
      }
    }
  }
  void run();
  return () => stop.abort();
}
