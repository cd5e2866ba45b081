import type { Timer } from "./timer.ts";

/** Limits of a call. */
export interface TimedCallOptions {
  readonly timer: Timer;
  /** Time after which the call is aborted, in milliseconds. */
  readonly timeoutMs: number;
  /** Creates the error of a call that timed out. */
  readonly onTimeout: () => Error;
}

/** A set of running calls that can be aborted together. */
export interface TimedCalls {
  /** Runs `call` with a timeout. It rejects on time even if `call` ignores its signal, so that no slot stays occupied. */
  run<T>(options: TimedCallOptions, call: (signal: AbortSignal) => Promise<T>): Promise<T>;
  abortAll(reason: Error): void;
}

/** Creates an empty set of calls. */
export function createTimedCalls(): TimedCalls {
  const controllers = new Set<AbortController>();
  return {
    async run({ timer, timeoutMs, onTimeout }, call) {
      const controller = new AbortController();
      const { signal } = controller;
      controllers.add(controller);
      const cancel = timer.schedule(timeoutMs, () => controller.abort(onTimeout()));
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
