import { abortReason, followSignal } from "./follow-signal.ts";

/** A time limit combined with the caller's abort signal. */
export interface Deadline {
  /** Aborts at the deadline, or when the caller's signal aborts. */
  readonly signal: AbortSignal;
  /** True if the deadline, not the caller, aborted. */
  readonly passed: boolean;
  /** Releases the timer and the listener. Must always be called. */
  release(): void;
}

/** The limit of `setTimeout`. A longer timeout means no timeout. */
const MAX_TIMER_MS = 2_147_483_647;

/** Starts a deadline that passes in `timeoutMs` milliseconds. */
export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let passed = false;
  const expire = (): void => {
    passed = true;
    controller.abort();
  };
  const timer = timeoutMs <= MAX_TIMER_MS ? setTimeout(expire, timeoutMs) : undefined;
  const unfollow = followSignal(controller, outer);
  return {
    signal: controller.signal,
    get passed() {
      return passed;
    },
    release() {
      clearTimeout(timer);
      unfollow();
    },
  };
}

/** Waits `ms` milliseconds. Rejects with the signal's reason when it aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortReason(signal));
    const stop = (): void => {
      clearTimeout(timer);
      reject(abortReason(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
