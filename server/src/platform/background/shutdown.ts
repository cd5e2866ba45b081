import type { Log } from "../log/log.ts";

/** How a process that is asked to stop ends. */
export interface ShutdownOptions {
  /** Answers the requests that are under way and accepts no more. */
  readonly finishRequests: () => Promise<unknown>;
  /** Stops the work, saves the indexes and closes the database. */
  readonly close: () => Promise<unknown>;
  /** True while the indexes are saved, which takes longer than `stepMs` when they are large. */
  readonly isSaving: () => boolean;
  readonly exit: () => void;
  readonly log: Pick<Log, "info">;
  /** Each of the two steps may take so long, the saving aside. */
  readonly stepMs?: number;
  /** A second signal counts after this: a terminal and a parent process may pass on the same one. */
  readonly secondMs?: number;
}

const STEP_MS = 10_000;
const SECOND_MS = 1000;
const SAVE_MS = 300_000;
const POLL_MS = 100;

/**
 * Creates the function to call at every signal. The first call ends the process in order, a later one at once. That loses
 * nothing: jobs have leases, unanswered requests were not acknowledged, and the next start repairs what was not saved.
 */
export function createShutdown({
  finishRequests,
  close,
  isSaving,
  exit,
  log,
  stepMs = STEP_MS,
  secondMs = SECOND_MS,
}: ShutdownOptions): () => Promise<void> {
  let startedAt: number | undefined;

  async function waitForSaving(): Promise<void> {
    const start = performance.now();
    await Bun.sleep(stepMs);
    if (!isSaving()) return;
    log.info(
      "The indexes are being saved, so that the next start is fast. Another signal ends this now; no data is lost.",
    );
    while (isSaving() && performance.now() - start < SAVE_MS) await Bun.sleep(POLL_MS);
    await Bun.sleep(stepMs);
  }

  return async () => {
    if (startedAt !== undefined) {
      if (performance.now() - startedAt >= secondMs) exit();
      return;
    }
    startedAt = performance.now();
    await Promise.race([finishRequests(), Bun.sleep(stepMs)]);
    await Promise.race([close(), waitForSaving()]);
    exit();
  };
}
