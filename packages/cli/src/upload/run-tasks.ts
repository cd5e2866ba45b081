/** Runs tasks with limited concurrency. After an error it starts no more tasks, waits for the running ones and throws. */
export async function runTasks(tasks: readonly (() => Promise<void>)[], concurrency: number): Promise<void> {
  const queue = tasks.values();
  const errors: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const task of queue)
      try {
        await task();
      } catch (error) {
        errors.push(error);
      } finally {
        if (errors.length > 0) queue.return?.();
      }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  if (errors.length > 0) throw errors[0];
}
