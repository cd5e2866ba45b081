import { followSignal, throwIfAborted } from "../http/follow-signal.ts";

/** Runs tasks with limited concurrency. The first error aborts all of them. */
export interface TaskPool {
  /** Aborts when a task fails, or when the caller's signal aborts. */
  readonly signal: AbortSignal;
  /**
   * Waits for a free slot and starts the task.
   * @throws the first error of another task, or the abort reason.
   */
  start(task: () => Promise<void>): Promise<void>;
  /** Resolves when all tasks are done. */
  finish(): Promise<void>;
  /** Aborts the running tasks. */
  abort(reason: unknown): void;
  /** Removes the listener from the caller's signal. Must always be called. */
  release(): void;
}

/**
 * Creates an empty pool.
 * @throws TypeError if `concurrency` is less than 1.
 */
export function createTaskPool(concurrency: number, outer: AbortSignal | undefined): TaskPool {
  if (!(concurrency >= 1)) throw new TypeError("concurrency must be 1 or more.");
  const running = new Set<Promise<void>>();
  const controller = new AbortController();
  const { signal } = controller;
  const unfollow = followSignal(controller, outer);
  return {
    signal,
    async start(task) {
      while (running.size >= concurrency) await Promise.race(running);
      throwIfAborted(signal);
      const run: Promise<void> = task().finally(() => running.delete(run));
      run.catch((error: unknown) => controller.abort(error));
      running.add(run);
    },
    async finish() {
      await Promise.all(running);
      throwIfAborted(signal);
    },
    abort: (reason) => controller.abort(reason),
    release: unfollow,
  };
}
