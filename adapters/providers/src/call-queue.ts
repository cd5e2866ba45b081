import type { QuarryError } from "@quarry/core";
import type { SharedPause } from "./shared-pause.ts";
import type { Timer } from "./timer.ts";

/** Query calls, which a user waits for, have priority over document calls, which come from indexing. */
export type Lane = "query" | "document";

const LANES = ["query", "document"] as const;

/** A call to a provider, from the first attempt to the last. */
export interface QueuedCall {
  readonly lane: Lane;
  /** True for a call that ignores the backoff once, to test whether the provider is back. */
  readonly isProbe: boolean;
  readonly enqueuedAtMs: number;
}

/** Settings of a queue. */
export interface CallQueueOptions<Call extends QueuedCall> {
  readonly timer: Timer;
  readonly pause: SharedPause;
  /** Maximum number of concurrent document calls. */
  readonly concurrency: number;
  /** Maximum number of concurrent query calls, in addition to document calls. */
  readonly queryConcurrency: number;
  /** Time at which a waiting call fails. */
  readonly giveUpAtMs: (call: Call) => number;
  /** The error of a call that fails while it waits. */
  readonly giveUpError: (call: Call) => QuarryError;
}

/** Limits concurrent calls per lane and holds calls back during a pause. */
export interface CallQueue<Call extends QueuedCall> {
  /** Resolves when the call may start. The caller must call `release` when it has ended. */
  acquire(call: Call): Promise<void>;
  release(call: Call): void;
  /** Rejects all waiting calls. */
  close(error: () => QuarryError): void;
}

interface WaitingCall<Call> {
  readonly call: Call;
  readonly start: () => void;
  readonly fail: (error: QuarryError) => void;
}

/** Creates an empty queue. */
export function createCallQueue<Call extends QueuedCall>(options: CallQueueOptions<Call>): CallQueue<Call> {
  const { timer, pause, concurrency, queryConcurrency, giveUpAtMs, giveUpError } = options;
  const waiting: Record<Lane, WaitingCall<Call>[]> = { query: [], document: [] };
  const running: Record<Lane, number> = { query: 0, document: 0 };
  let cancelWakeUp = (): void => {};

  function canStart({ lane, isProbe }: QueuedCall): boolean {
    if (pause.remainingMs(isProbe) > 0) return false;
    const isRecovering = pause.window < concurrency;
    if (lane === "query") return running.query < (isRecovering ? 1 : queryConcurrency);
    if (isRecovering) return running.query + running.document < pause.window;
    return running.document < concurrency;
  }

  /** Starts or fails waiting calls, and schedules the next run. */
  function pump(): void {
    cancelWakeUp();
    const wakeUpAtMs = Math.min(...LANES.map(pumpLane));
    if (wakeUpAtMs === Number.POSITIVE_INFINITY) return;
    cancelWakeUp = timer.schedule(Math.ceil(Math.max(1, wakeUpAtMs - timer.now())), pump);
  }

  /** Returns the time at which the next call of the lane must start or fail. */
  function pumpLane(lane: Lane): number {
    let wakeUpAtMs = Number.POSITIVE_INFINITY;
    const remaining: WaitingCall<Call>[] = [];
    for (const entry of waiting[lane]) {
      const endMs = giveUpAtMs(entry.call);
      const pauseEndMs = timer.now() + pause.remainingMs(entry.call.isProbe);
      // Fail now if the pause outlasts the call.
      if (endMs <= pauseEndMs) entry.fail(giveUpError(entry.call));
      else if (canStart(entry.call)) {
        running[lane] += 1;
        entry.start();
      } else {
        remaining.push(entry);
        wakeUpAtMs = Math.min(wakeUpAtMs, endMs, pauseEndMs > timer.now() ? pauseEndMs : endMs);
      }
    }
    waiting[lane] = remaining;
    return wakeUpAtMs;
  }

  return {
    acquire(call) {
      return new Promise((start, fail) => {
        waiting[call.lane].push({ call, start, fail });
        pump();
      });
    },
    release({ lane }) {
      running[lane] -= 1;
      pump();
    },
    close(error) {
      cancelWakeUp();
      for (const lane of LANES) for (const { fail } of waiting[lane].splice(0)) fail(error());
    },
  };
}
