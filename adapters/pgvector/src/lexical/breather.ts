/**
 * Lets other work of this process happen in between: what it answers resolves at once, or after a turn of the event
 * loop when more than `sliceMs` milliseconds have passed since the last one.
 */
export function createBreather(sliceMs = 10): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMs) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  };
}
