/**
 * Maps items to results in their order, `parallel` at the same time. No more items are started than that before the
 * first result is taken, which bounds the memory of what waits.
 */
export async function* readAhead<Item, Result>(
  items: Iterable<Item>,
  parallel: number,
  read: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const started: Promise<Result>[] = [];
  try {
    for (const item of items) {
      const result = read(item);
      // The error is thrown when its turn comes.
      result.catch(() => undefined);
      started.push(result);
      if (started.length >= parallel) yield await (started.shift() as Promise<Result>);
    }
    while (started.length > 0) yield await (started.shift() as Promise<Result>);
  } finally {
    await Promise.allSettled(started);
  }
}
