// Every runtime has these two, but ECMAScript's own type library does not declare them.
declare function setImmediate(callback: () => void): unknown;
declare const performance: { now(): number };

/** Yields to the event loop when the current time slice is used up; otherwise resolves immediately. */
export type YieldToEventLoop = () => Promise<void>;

/** Milliseconds for which a search runs: short ones end without a pause. */
export const SEARCH_SLICE_MS = 10;

/**
 * Creates a function that a long computation awaits regularly, so that other work of the process runs in between.
 * @param sliceMs Milliseconds of computation between two turns of the event loop. A question waits for several turns, so
 * work in the background has short ones.
 */
export function createYieldToEventLoop(sliceMs = 2): YieldToEventLoop {
  let sliceStart = performance.now();
  return async () => {
    if (performance.now() - sliceStart < sliceMs) return;
    // A timer would wait for a millisecond although nothing else is to be done.
    await new Promise<void>((resolve) => setImmediate(resolve));
    sliceStart = performance.now();
  };
}
