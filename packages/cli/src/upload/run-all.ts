/** Runs tasks, so many at a time. After one that throws none is begun; it throws when those under way have ended. */
export async function runAll(tasks: readonly (() => Promise<void>)[], concurrency: number): Promise<void> {
  const waiting = tasks.values();
  const problems: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const task of waiting)
      try {
        await task();
      } catch (error) {
        problems.push(error);
      } finally {
        if (problems.length > 0) waiting.return?.();
      }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  if (problems.length > 0) throw problems[0];
}
