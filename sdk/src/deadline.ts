/** A bound on time, joined with the caller's own signal. */
export interface Deadline {
  /** Aborts at the deadline, or when the caller's signal does. */
  readonly signal: AbortSignal;
  /** True when it was the deadline that aborted. */
  readonly passed: boolean;
  /** Releases the timer and the listener. To be called always. */
  release(): void;
}

/** setTimeout's own limit; what is longer counts as no bound. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Starts a deadline of `timeoutMs` from now. */
export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let passed = false;
  const expire = (): void => {
    passed = true;
    controller.abort();
  };
  const follow = (): void => controller.abort(outer?.reason);
  const timer = timeoutMs <= LONGEST_TIMER_MS ? setTimeout(expire, timeoutMs) : undefined;
  if (outer?.aborted) follow();
  outer?.addEventListener("abort", follow, { once: true });
  return {
    signal: controller.signal,
    get passed() {
      return passed;
    },
    release() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", follow);
    },
  };
}

/** Waits `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
