/** Runs tasks of organizations, a limited number at a time. */
export type FairQueue = <Result>(orgId: string, task: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a queue. The next task is of the organization with the fewest running ones, and among equals of the one whose turn was
 * longest ago: a flood of one delays another's task by its running ones.
 */
export function createFairQueue(concurrency: number): FairQueue {
  /** Ordered by the organizations' last turns. */
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let total = 0;

  const runningOf = (orgId: string) => running.get(orgId) ?? 0;

  function nextOf(): string | undefined {
    let next: string | undefined;
    for (const orgId of waiting.keys())
      if (next === undefined || runningOf(orgId) < runningOf(next)) next = orgId;
    return next;
  }

  function startNext(): void {
    const orgId = total < concurrency ? nextOf() : undefined;
    if (orgId === undefined) return;
    const queue = waiting.get(orgId) ?? [];
    const start = queue.shift();
    waiting.delete(orgId);
    if (queue.length > 0) waiting.set(orgId, queue);
    begin(orgId);
    start?.();
  }

  function begin(orgId: string): void {
    total += 1;
    running.set(orgId, runningOf(orgId) + 1);
  }

  function end(orgId: string): void {
    total -= 1;
    const left = runningOf(orgId) - 1;
    if (left > 0) running.set(orgId, left);
    else running.delete(orgId);
    startNext();
  }

  return async (orgId, task) => {
    if (total < concurrency) begin(orgId);
    else
      await new Promise<void>((start) => {
        const queue = waiting.get(orgId);
        if (queue) queue.push(start);
        else waiting.set(orgId, [start]);
      });
    try {
      return await task();
    } finally {
      end(orgId);
    }
  };
}
