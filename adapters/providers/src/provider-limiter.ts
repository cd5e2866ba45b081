import type { QuarryError } from "@quarry/core";
import { createCallQueue, type Lane, type QueuedCall } from "./call-queue.ts";
import { createProviderCircuit } from "./provider-circuit.ts";
import { faultError, ProviderFault } from "./provider-fault.ts";
import { createSharedPause } from "./shared-pause.ts";
import { createTimedCalls } from "./timed-call.ts";
import { systemTimer, type Timer } from "./timer.ts";

/** Settings of a limiter. All durations are in milliseconds. */
export interface ProviderLimiterOptions {
  /** The subject of error messages, e.g. `The embedding provider (api.openai.com)`. */
  readonly provider: string;
  /** Maximum number of concurrent document calls. Default 4. */
  readonly concurrency?: number;
  /** Maximum number of concurrent query calls, in addition to document calls. Default 8. */
  readonly queryConcurrency?: number;
  /** Total time of a query: waiting, calls and retries. Default 3,000. */
  readonly queryTimeoutMs?: number;
  /** Timeout of a single document call. Default 60,000. */
  readonly documentTimeoutMs?: number;
  /** How long document calls retry without any successful call. Default 300,000; rate limit windows are usually 60,000. */
  readonly documentBudgetMs?: number;
  /** Maximum number of attempts of a document call, not counting rate-limited ones. Default 8. */
  readonly maxAttempts?: number;
  /** First backoff after a failure without a retry-after header. Default 500; doubles up to `maxDelayMs`. */
  readonly baseDelayMs?: number;
  /** Maximum backoff. Default 20,000. */
  readonly maxDelayMs?: number;
  /** Consecutive failures after which queries fail immediately. Default 5. */
  readonly circuitFailures?: number;
  /** How long queries then fail immediately. Default 5,000. */
  readonly circuitOpenMs?: number;
  readonly timer?: Timer;
  /** Returns a number in [0, 1), for jitter. */
  readonly random?: () => number;
}

/** Limits and retries the calls to one provider. */
export interface ProviderLimiter {
  /**
   * Runs `call` and retries it while a retry can succeed. `call` throws a `ProviderFault` and respects the signal.
   *
   * @throws QuarryError `unavailable`, with `retryAfterMs` if a later call may succeed.
   */
  run<T>(lane: Lane, call: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Fails all waiting, running and later calls. */
  close(): void;
}

interface LimitedCall extends QueuedCall {
  lastFault?: ProviderFault;
}

const MIN_RETRY_AFTER_MS = 1000;

/** Creates the limiter of one provider. */
export function createProviderLimiter(options: ProviderLimiterOptions): ProviderLimiter {
  const { provider, concurrency = 4, queryConcurrency = 8, queryTimeoutMs = 3000 } = options;
  const { documentTimeoutMs = 60_000, documentBudgetMs = 300_000, maxAttempts = 8 } = options;
  const { timer = systemTimer, random = Math.random, baseDelayMs = 500, maxDelayMs = 20_000 } = options;
  const { circuitFailures = 5, circuitOpenMs = 5000 } = options;
  const pause = createSharedPause({ timer, random, concurrency, baseDelayMs, maxDelayMs });
  const circuit = createProviderCircuit({ clock: timer, failures: circuitFailures, openMs: circuitOpenMs });
  const queue = createCallQueue({ timer, pause, concurrency, queryConcurrency, giveUpAtMs, giveUpError });
  const calls = createTimedCalls();
  const faults = providerFaults(provider);
  let latestFault: ProviderFault | undefined;
  let lastSuccessAtMs = 0;
  let isClosed = false;

  /** Document calls may wait without limit while other calls succeed: that is progress, not failure. */
  function giveUpAtMs(call: LimitedCall): number {
    if (call.lane === "query") return call.enqueuedAtMs + queryTimeoutMs;
    return Math.max(call.enqueuedAtMs, lastSuccessAtMs) + documentBudgetMs;
  }

  function giveUpError(call: LimitedCall): QuarryError {
    const retryAfterMs = Math.max(pause.remainingMs(), circuit.remainingMs(), MIN_RETRY_AFTER_MS);
    return faultError(call.lastFault ?? latestFault ?? faults.busy(), retryAfterMs);
  }

  function isFinal(fault: ProviderFault, call: LimitedCall, attempts: number): boolean {
    // A probe ignores the backoff, so it must not retry.
    if (call.isProbe) return true;
    if (fault.kind === "throttled") return false;
    return fault.kind !== "unavailable" || (call.lane === "document" && attempts >= maxAttempts);
  }

  function recordSuccess(epoch: number): void {
    lastSuccessAtMs = timer.now();
    latestFault = undefined;
    circuit.succeeded();
    pause.succeeded(epoch);
  }

  function recordFault(fault: ProviderFault, epoch: number): void {
    if (fault.kind === "rejected") return;
    latestFault = fault;
    if (fault.kind !== "throttled") circuit.failed();
    if (fault.kind !== "misconfigured") pause.failed(epoch, fault.retryAfterMs);
  }

  async function attempt<T>(call: LimitedCall, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const epoch = pause.epoch;
    const maxMs = call.lane === "query" ? queryTimeoutMs : documentTimeoutMs;
    const timeoutMs = Math.max(1, Math.min(maxMs, giveUpAtMs(call) - timer.now()));
    try {
      // A call that starts after `close()` would escape `abortAll`.
      if (isClosed) throw faults.closed();
      // A retry cut short by the total time says less than the failure before it.
      const onTimeout = () => (timeoutMs < maxMs && call.lastFault) || faults.timeout(timeoutMs);
      const result = await calls.run({ timer, timeoutMs, onTimeout }, send);
      recordSuccess(epoch);
      return result;
    } catch (error) {
      const fault = faults.from(error);
      recordFault(fault, epoch);
      throw fault;
    }
  }

  return {
    async run(lane, send) {
      const admission = lane === "query" ? circuit.admit() : "closed";
      const call: LimitedCall = { lane, isProbe: admission === "probe", enqueuedAtMs: timer.now() };
      if (admission === "open") throw giveUpError(call);
      for (let attempts = 0; ; ) {
        if (isClosed) throw faultError(faults.closed(), MIN_RETRY_AFTER_MS);
        await queue.acquire(call);
        try {
          return await attempt(call, send);
        } catch (error) {
          const fault = faults.from(error);
          call.lastFault = fault;
          if (fault.kind === "unavailable") attempts += 1;
          if (isClosed || isFinal(fault, call, attempts))
            throw faultError(fault, Math.max(pause.remainingMs(), MIN_RETRY_AFTER_MS));
        } finally {
          queue.release(call);
        }
      }
    },
    close() {
      isClosed = true;
      queue.close(() => faultError(faults.closed(), MIN_RETRY_AFTER_MS));
      calls.abortAll(faults.closed());
    },
  };
}

/** Creates the faults that the limiter itself reports. */
function providerFaults(provider: string) {
  const unavailable = (problem: string, cause?: unknown) =>
    new ProviderFault("unavailable", `${provider} ${problem}`, undefined, cause);
  return {
    busy: () => unavailable("is busy; no call could start in time."),
    closed: () => unavailable("cannot be called any more: Quarry has closed the connection."),
    timeout: (timeoutMs: number) => unavailable(`did not answer within ${Math.round(timeoutMs) / 1000} s.`),
    from: (error: unknown) =>
      error instanceof ProviderFault ? error : unavailable("could not be called.", error),
  };
}
