/** Runs a call together with other calls of the same key. Rejects with the call's own outcome if that is an error. */
export type RunInGroup<Item, Result> = (key: string, item: Item) => Promise<Result>;

interface Call<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** How long a group waits at most for the callers of the group before it. */
const LINGER_MS = 10;

/** The calls of one key that wait for their group. */
interface Queue<Item, Result> {
  readonly calls: Call<Item, Result>[];
  /** Called when a call joins. */
  onJoin: () => void;
}

/**
 * Groups concurrent calls, so that one transaction serves many: a call runs immediately if no group of its key is running;
 * the calls that arrive while one runs form the next. Callers who have just got their answers may call again at once, so a
 * group waits a moment until it is as large as the number of callers. Otherwise they would split into groups that take turns.
 * @param run Returns the outcomes in the order of the items. If it throws, every call of the group rejects.
 */
export function createCallGroups<Item, Result>(
  maxSize: number,
  run: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): RunInGroup<Item, Result> {
  const queues = new Map<string, Queue<Item, Result>>();

  async function runGroup(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await run(calls.map(({ item }) => item));
      for (const [at, call] of calls.entries()) {
        const outcome = outcomes[at] ?? new Error("A call of the group has no outcome.");
        if (outcome instanceof Error) call.reject(outcome);
        else call.resolve(outcome);
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  async function runGroups(key: string, queue: Queue<Item, Result>): Promise<void> {
    const { calls } = queue;
    while (calls.length > 0) {
      const group = calls.splice(0, maxSize);
      await runGroup(group);
      const callers = Math.min(maxSize, group.length + calls.length);
      if (callers > 1) await joined(queue, callers);
    }
    queues.delete(key);
  }

  /** Resolves when so many calls wait, or after `LINGER_MS`. */
  async function joined(queue: Queue<Item, Result>, count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, LINGER_MS);
    queue.onJoin = () => {
      if (queue.calls.length >= count) resolve();
    };
    queue.onJoin();
    await promise;
    clearTimeout(timer);
    queue.onJoin = () => undefined;
  }

  return (key, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const call = { item, resolve, reject };
    const known = queues.get(key);
    if (known) {
      known.calls.push(call);
      known.onJoin();
    } else {
      const queue = { calls: [call], onJoin: () => undefined };
      queues.set(key, queue);
      void runGroups(key, queue);
    }
    return promise;
  };
}
