/** Runs a call together with other calls of the same key. Rejects with the call's own outcome if that is an error. */
export type RunInGroup<Item, Result> = (key: string, item: Item) => Promise<Result>;

interface Call<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Groups concurrent calls, so that one transaction serves many: a call runs immediately if no group of its key is running;
 * the calls that arrive while one runs form the next.
 * @param run Returns the outcomes in the order of the items. If it throws, every call of the group rejects.
 */
export function createCallGroups<Item, Result>(
  maxSize: number,
  run: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): RunInGroup<Item, Result> {
  const waiting = new Map<string, Call<Item, Result>[]>();

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

  async function runGroups(key: string, calls: Call<Item, Result>[]): Promise<void> {
    while (calls.length > 0) await runGroup(calls.splice(0, maxSize));
    waiting.delete(key);
  }

  return (key, item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const call = { item, resolve, reject };
    const calls = waiting.get(key);
    if (calls) calls.push(call);
    else {
      const started = [call];
      waiting.set(key, started);
      void runGroups(key, started);
    }
    return promise;
  };
}
