import { AsyncLocalStorage } from "node:async_hooks";
import type { EndedStage } from "./timings.ts";

/** A request or a job in progress. */
interface Work {
  readonly requestId: string | undefined;
  stages?: EndedStage[];
}

/** A job that has ended. Times are times of `performance.now()`. */
export interface EndedWork {
  readonly name: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/** Receives each job when it has ended, within its context. */
export type WorkObserver = (ended: EndedWork) => void;

const works = new AsyncLocalStorage<Work>();

/** Runs a request. What it logs, also after it waited, carries its id. */
export function withRequestId<Result>(requestId: string, run: () => Result): Result {
  return works.run({ requestId }, run);
}

/** The id of the request that this code runs for; undefined in the background. */
export function currentRequestId(): string | undefined {
  return works.getStore()?.requestId;
}

/** Runs a job of the background and reports it, when that is wanted. */
export async function withWork<Result>(
  observe: WorkObserver | undefined,
  name: string,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!observe) return run();
  return works.run({ requestId: undefined }, async () => {
    const startedAtMs = performance.now();
    try {
      return await run();
    } finally {
      observe({ name, startedAtMs, durationMs: performance.now() - startedAtMs });
    }
  });
}

/** Keeps a stage with the request or job that it belongs to. */
export function keepStage(stage: EndedStage): void {
  const work = works.getStore();
  if (!work) return;
  work.stages ??= [];
  work.stages.push(stage);
}

/** The stages that were kept of the current request or job. */
export function keptStages(): readonly EndedStage[] {
  return works.getStore()?.stages ?? [];
}
