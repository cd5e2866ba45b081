import type { ProcessingProgress, ProcessingStage } from "@quarry/schema";

/** Follows how far the processing of one document is. */
export interface JobProgress {
  /** Enters a stage, or gets further in it: so many of so many pages or chunks. */
  reached(stage: ProcessingStage, done?: number, total?: number): void;
  /** When it last got further, in milliseconds of the clock that was given. */
  readonly movedAt: number;
  stop(): void;
}

/** Nobody looks more often. */
const WRITE_EVERY_MS = 500;

/** Starts at nothing done; `write` is called with what there is to show, never twice at once. */
export function followJob(
  write: (progress: ProcessingProgress) => Promise<void>,
  now: () => number,
): JobProgress {
  let stage: ProcessingStage | undefined;
  let stageStartedAt = now();
  let movedAt = now();
  let wanted: ProcessingProgress | undefined;
  let isWriting = false;
  let timer: Timer | undefined;
  let hasStopped = false;

  async function flush(): Promise<void> {
    timer = undefined;
    if (!wanted || isWriting || hasStopped) return;
    const progress = wanted;
    wanted = undefined;
    isWriting = true;
    // It is only shown: work does not fail for it.
    await write(progress).catch(() => undefined);
    isWriting = false;
    if (wanted) timer ??= setTimeout(flush, WRITE_EVERY_MS);
  }

  return {
    reached(next, done = 0, total = 0) {
      const at = now();
      if (next !== stage) [stage, stageStartedAt] = [next, at];
      movedAt = at;
      const unit = next === "embedding" ? "chunks" : "pages";
      const etaSeconds = done > 0 && total > 0 ? ((at - stageStartedAt) / done) * (total - done) : undefined;
      wanted = {
        stage: next,
        ...(total > 0 ? { unit, done, total } : {}),
        ...(etaSeconds === undefined ? {} : { etaSeconds: Math.round(etaSeconds / 1000) }),
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
