const MAX_AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a task when fewer than two of them run. */
export async function inTurn(task: () => Promise<void>): Promise<void> {
  if (running < MAX_AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    await task();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
