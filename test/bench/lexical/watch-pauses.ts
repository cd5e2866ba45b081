const INTERVAL_MS = 5;

/** Measures how long the event loop is blocked, mostly by merges. */
export function watchPauses(): { longestMs(): number; stop(): void } {
  let longestMs = 0;
  let before = performance.now();
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - before - INTERVAL_MS);
    before = performance.now();
  }, INTERVAL_MS);
  return { longestMs: () => longestMs, stop: () => clearInterval(timer) };
}
