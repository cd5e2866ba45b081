/** Lets a limited number of tasks run at a time; others wait in order. */
export interface Slots {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Creates `count` slots. */
export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    async run(task) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
