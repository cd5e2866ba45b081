import type { ProcessingProgress, ProcessingStage } from "@quarry/schema";
import type { IngestProgress } from "../pipeline.ts";

/** Tracks the progress of a claim. */
export interface JobProgress extends IngestProgress {
  /** When the claim last made progress, in milliseconds of the given clock. */
  readonly movedAt: number;
  /** Stops writing progress. */
  stop(): void;
}

const WRITE_EVERY_MS = 500;

/** Starts tracking progress. Calls `write` at most every 500 ms, with at most one call in flight. */
export function followJob(
  write: (progress: ProcessingProgress) => Promise<void>,
  now: () => number,
): JobProgress {
  let stage: ProcessingStage | undefined;
  let stageStartedAt = now();
  let movedAt = now();
  let pending: ProcessingProgress | undefined;
  let isWriting = false;
  let timer: Timer | undefined;
  let hasStopped = false;

  async function flush(): Promise<void> {
    timer = undefined;
    if (!pending || isWriting || hasStopped) return;
    const progress = pending;
    pending = undefined;
    isWriting = true;
    // Progress is only displayed, so a failed write must not fail the job.
    await write(progress).catch(() => undefined);
    isWriting = false;
    if (pending) timer ??= setTimeout(flush, WRITE_EVERY_MS);
  }

  return {
    reached(next, done = 0, total = 0, unit = "pages") {
      const at = now();
      if (next !== stage) [stage, stageStartedAt] = [next, at];
      movedAt = at;
      const etaMs = done > 0 && total > 0 ? ((at - stageStartedAt) / done) * (total - done) : undefined;
      pending = {
        stage: next,
        ...(total > 0 ? { unit, done, total } : {}),
        ...(etaMs === undefined ? {} : { etaSeconds: Math.round(etaMs / 1000) }),
      };
      timer ??= setTimeout(flush, WRITE_EVERY_MS);
    },
    get movedAt() {
      return movedAt;
    },
    stop() {
      hasStopped = true;
      clearTimeout(timer);
    },
  };
}
