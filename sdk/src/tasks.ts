/** Tasks of which only so many run at a time. The first error ends all of them. */
export interface Tasks {
  /** Aborts when one of them fails, or when the caller's signal does. */
  readonly signal: AbortSignal;
  /** Resolves as soon as the task runs. @throws whatever ended the others. */
  start(task: () => Promise<void>): Promise<void>;
  /** Resolves when all are done. */
  finish(): Promise<void>;
  /** Ends all that still run. */
  abandon(reason: unknown): void;
  /** Lets go of the caller's signal. To be called always. */
  release(): void;
}

/** Begins with no tasks yet. @throws TypeError when none could ever run. */
export function startTasks(concurrency: number, outer: AbortSignal | undefined): Tasks {
  if (!(concurrency >= 1)) throw new TypeError("concurrency must be 1 or more.");
  const running = new Set<Promise<void>>();
  const controller = new AbortController();
  const { signal } = controller;
  const follow = (): void => controller.abort(outer?.reason);
  if (outer?.aborted) follow();
  outer?.addEventListener("abort", follow, { once: true });
  return {
    signal,
    async start(task) {
      while (running.size >= concurrency) await Promise.race(running);
      signal.throwIfAborted();
      const run: Promise<void> = task().finally(() => running.delete(run));
      run.catch((error: unknown) => controller.abort(error));
      running.add(run);
    },
    async finish() {
      await Promise.all(running);
      signal.throwIfAborted();
    },
    abandon: (reason) => controller.abort(reason),
    release: () => outer?.removeEventListener("abort", follow),
  };
}
