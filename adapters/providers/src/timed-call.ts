import type { Timer } from "./timer.ts";

/** Bounds of one call. */
export interface TimedCallOptions {
  readonly timer: Timer;
  /** Milliseconds after which the call is aborted. */
  readonly timeoutMs: number;
  /** What the call fails with when its time is up. */
  readonly late: () => Error;
}

/** Calls under way that can all be ended together. */
export interface TimedCalls {
  /** Runs `call`. It fails when its time is up even if `call` ignores its signal, so that no slot is held for ever. */
  run<T>(options: TimedCallOptions, call: (signal: AbortSignal) => Promise<T>): Promise<T>;
  abortAll(reason: Error): void;
}

/** Makes an empty set of calls. */
export function createTimedCalls(): TimedCalls {
  const controllers = new Set<AbortController>();
  return {
    async run({ timer, timeoutMs, late }, call) {
      const controller = new AbortController();
      const { signal } = controller;
      controllers.add(controller);
      const cancel = timer.schedule(timeoutMs, () => controller.abort(late()));
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      try {
        return await Promise.race([call(signal), aborted]);
      } finally {
        cancel();
        controllers.delete(controller);
      }
    },
    abortAll(reason) {
      for (const controller of controllers) controller.abort(reason);
    },
  };
}
