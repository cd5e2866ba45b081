const SLICE_MS = 10;

/**
 * Lets other work of this process happen in between: resolves at once, or after a turn of the event loop when more
 * than 10 ms have passed since the last.
 */
export function createBreather(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  };
}
