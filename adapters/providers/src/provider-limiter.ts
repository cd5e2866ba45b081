import type { QuarryError } from "@quarry/core";
import { createProviderCircuit } from "./provider-circuit.ts";
import { faultError, ProviderFault } from "./provider-fault.ts";
import { createSharedPause } from "./shared-pause.ts";
import { createTimedCalls } from "./timed-call.ts";
import { systemTimer, type Timer } from "./timer.ts";

/** Who is asking: a person who waits, or indexing that can. */
export type Lane = "query" | "document";

/** Bounds of a limiter. All durations in milliseconds. */
export interface ProviderLimiterOptions {
  /** How messages begin that speak of the provider, e.g. `The embedding provider (api.openai.com)`. */
  readonly provider: string;
  /** Document calls side by side. Default 4. */
  readonly concurrency?: number;
  /** Query calls side by side, in slots of their own. Default 8. */
  readonly queryConcurrency?: number;
  /** A query's whole time: waiting, calls and tries together. Default 3,000. */
  readonly queryTimeoutMs?: number;
  /** One document call. Default 60,000. */
  readonly documentTimeoutMs?: number;
  /** How long documents go on without the provider answering anybody. Default 300,000; above the usual window of 60,000. */
  readonly documentBudgetMs?: number;
  /** Tries of one document call, not counting those that met a rate limit. Default 8. */
  readonly maxAttempts?: number;
  /** First wait after a failure that names none. Default 500; doubles up to `maxDelayMs`. */
  readonly baseDelayMs?: number;
  /** Default 20,000. */
  readonly maxDelayMs?: number;
  /** Failures in a row after which queries fail at once. Default 5. */
  readonly circuitFailures?: number;
  /** For how long they do. Default 5,000. */
  readonly circuitOpenMs?: number;
  readonly timer?: Timer;
  /** A number in [0, 1), for jitter. */
  readonly random?: () => number;
}

/** Every call to one provider goes through one of these. */
export interface ProviderLimiter {
  /**
   * Runs `call` when its lane may, again and again while that makes sense. `call` throws a `ProviderFault` and obeys the signal.
   * @throws QuarryError `unavailable`, with `retryAfterMs` when coming back later may help.
   */
  run<T>(lane: Lane, call: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Fails what waits or is under way, and everything after. */
  close(): void;
}

/** One caller of `run`. */
interface Turn {
  readonly lane: Lane;
  /** Goes ahead in spite of our own back-off, once, to see whether the provider is back. */
  readonly probe: boolean;
  readonly enqueuedAtMs: number;
  lastFault?: ProviderFault;
}

interface Waiter {
  readonly turn: Turn;
  start(): void;
  fail(error: QuarryError): void;
}

/** Makes the limiter of one provider. It does nothing until the first `run`. */
export function createProviderLimiter(options: ProviderLimiterOptions): ProviderLimiter {
  const { provider, concurrency = 4, queryConcurrency = 8, queryTimeoutMs = 3000 } = options;
  const { documentTimeoutMs = 60_000, documentBudgetMs = 300_000, maxAttempts = 8 } = options;
  const { timer = systemTimer, random = Math.random, baseDelayMs = 500, maxDelayMs = 20_000 } = options;
  const pause = createSharedPause({ timer, random, concurrency, baseDelayMs, maxDelayMs });
  const circuit = createProviderCircuit({
    clock: timer,
    failures: options.circuitFailures ?? 5,
    openMs: options.circuitOpenMs ?? 5000,
  });
  const waiting: Record<Lane, Waiter[]> = { query: [], document: [] };
  const underWay: Record<Lane, number> = { query: 0, document: 0 };
  const calls = createTimedCalls();
  let latestFault: ProviderFault | undefined;
  let lastSuccessAtMs = 0;
  let closed = false;
  let cancelWake = (): void => {};

  const closedFault = (): ProviderFault =>
    new ProviderFault("away", `${provider} is asked no more: Quarry has closed it.`);

  function lateFault(timeoutMs: number): ProviderFault {
    const seconds = Math.round(timeoutMs) / 1000;
    return new ProviderFault("away", `${provider} did not answer within ${seconds} s.`);
  }

  function asFault(error: unknown): ProviderFault {
    if (error instanceof ProviderFault) return error;
    return new ProviderFault("away", `${provider} could not be asked.`, undefined, error);
  }

  function isFinal(fault: ProviderFault, turn: Turn, attempts: number): boolean {
    // A probe heeds no back-off, so it must not come twice.
    if (turn.probe) return true;
    if (fault.kind === "throttled") return false;
    return fault.kind !== "away" || (turn.lane === "document" && attempts >= maxAttempts);
  }

  /** Documents wait in line without limit as long as somebody is served: that is progress, not failure. */
  function giveUpAtMs(turn: Turn): number {
    if (turn.lane === "query") return turn.enqueuedAtMs + queryTimeoutMs;
    return Math.max(turn.enqueuedAtMs, lastSuccessAtMs) + documentBudgetMs;
  }

  function gaveUp(turn: Turn): QuarryError {
    const fault =
      turn.lastFault ??
      latestFault ??
      new ProviderFault("away", `${provider} is busy; no call could start in time.`);
    return faultError(fault, Math.max(pause.remainingMs(), circuit.remainingMs(), 1000));
  }

  function mayStart({ lane, probe }: Turn): boolean {
    if (pause.remainingMs(probe) > 0) return false;
    const recovering = pause.window < concurrency;
    if (lane === "query") return underWay.query < (recovering ? 1 : queryConcurrency);
    if (recovering) return underWay.query + underWay.document < pause.window;
    return underWay.document < concurrency;
  }

  function pump(): void {
    cancelWake();
    let wakeAtMs = Number.POSITIVE_INFINITY;
    for (const lane of ["query", "document"] as const) {
      const left: Waiter[] = [];
      for (const waiter of waiting[lane]) {
        const endMs = giveUpAtMs(waiter.turn);
        const freeAtMs = timer.now() + pause.remainingMs(waiter.turn.probe);
        // A pause that outlasts the caller is not worth waiting for: the caller can do something else meanwhile.
        if (endMs <= freeAtMs) waiter.fail(gaveUp(waiter.turn));
        else if (mayStart(waiter.turn)) {
          underWay[lane] += 1;
          waiter.start();
        } else {
          left.push(waiter);
          wakeAtMs = Math.min(wakeAtMs, endMs, freeAtMs > timer.now() ? freeAtMs : endMs);
        }
      }
      waiting[lane] = left;
    }
    if (wakeAtMs === Number.POSITIVE_INFINITY) return;
    cancelWake = timer.schedule(Math.ceil(Math.max(1, wakeAtMs - timer.now())), pump);
  }

  function slot(turn: Turn): Promise<void> {
    return new Promise((start, fail) => {
      waiting[turn.lane].push({ turn, start, fail });
      pump();
    });
  }

  function succeeded(epoch: number): void {
    lastSuccessAtMs = timer.now();
    latestFault = undefined;
    circuit.succeeded();
    pause.succeeded(epoch);
  }

  function failed(fault: ProviderFault, epoch: number): void {
    if (fault.kind === "refused") return;
    latestFault = fault;
    if (fault.kind !== "throttled") circuit.failed();
    if (fault.kind !== "setup") pause.failed(epoch, fault.retryAfterMs);
  }

  return {
    async run(lane, call) {
      const admission = lane === "query" ? circuit.admit() : "closed";
      const turn: Turn = { lane, probe: admission === "probe", enqueuedAtMs: timer.now() };
      if (admission === "open") throw gaveUp(turn);
      for (let attempts = 0; ; ) {
        if (closed) throw faultError(closedFault(), 1000);
        await slot(turn);
        const epoch = pause.epoch;
        const leftMs = giveUpAtMs(turn) - timer.now();
        const timeoutMs = Math.max(
          1,
          Math.min(lane === "query" ? queryTimeoutMs : documentTimeoutMs, leftMs),
        );
        try {
          // Closed since the slot was given: the call would escape `abortAll`.
          if (closed) throw closedFault();
          const answer = await calls.run({ timer, timeoutMs, late: () => lateFault(timeoutMs) }, call);
          succeeded(epoch);
          return answer;
        } catch (error) {
          const fault = asFault(error);
          failed(fault, epoch);
          turn.lastFault = fault;
          if (fault.kind === "away") attempts += 1;
          if (closed || isFinal(fault, turn, attempts)) {
            throw faultError(fault, Math.max(pause.remainingMs(), 1000));
          }
        } finally {
          underWay[lane] -= 1;
          pump();
        }
      }
    },
    close() {
      closed = true;
      cancelWake();
      for (const lane of ["query", "document"] as const) {
        for (const waiter of waiting[lane].splice(0)) waiter.fail(faultError(closedFault(), 1000));
      }
      calls.abortAll(closedFault());
    },
  };
}
