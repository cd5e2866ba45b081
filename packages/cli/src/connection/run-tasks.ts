/** A task, and how much memory it holds while it runs. */
export interface Task {
  readonly bytes: number;
  run(): Promise<void>;
}

/** How many tasks run at a time. */
export interface TaskLimits {
  readonly concurrency: number;
  /** A task that takes longer no longer counts, so that the others do not wait for it. Default: all tasks count. */
  readonly patienceMs?: number;
}

/** Slow tasks that do not count, and the memory that they may hold. Beyond these limits they count. */
const MAX_SLOW = 24;
const MAX_SLOW_BYTES = 256_000_000;

/** Runs tasks in order, some at a time. After an error it starts no more tasks, waits for the running ones and throws. */
export async function runTasks(
  tasks: Iterable<Task>,
  { concurrency, patienceMs }: TaskLimits,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const slow = { count: 0, bytes: 0 };
  let counted = 0;
  let wake = (): void => {};

  async function run(task: Task): Promise<void> {
    counted += 1;
    let isSlow = false;
    const forget = (): void => {
      if (slow.count >= MAX_SLOW || slow.bytes + task.bytes > MAX_SLOW_BYTES) return;
      isSlow = true;
      slow.count += 1;
      slow.bytes += task.bytes;
      counted -= 1;
      wake();
    };
    const timer = patienceMs === undefined ? undefined : setTimeout(forget, patienceMs);
    try {
      await task.run();
    } catch (error) {
      errors.push(error);
    } finally {
      clearTimeout(timer);
      if (isSlow) {
        slow.count -= 1;
        slow.bytes -= task.bytes;
      } else counted -= 1;
      wake();
    }
  }

  for (const task of tasks) {
    while (counted >= concurrency && errors.length === 0)
      await new Promise<void>((woken) => {
        wake = woken;
      });
    if (errors.length > 0) break;
    const started: Promise<void> = run(task).finally(() => running.delete(started));
    running.add(started);
  }
  await Promise.all(running);
  if (errors.length > 0) throw errors[0];
}
