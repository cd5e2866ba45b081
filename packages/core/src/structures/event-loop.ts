// Every runtime has these two, but ECMAScript's own type library does not declare them.
declare function setTimeout(callback: () => void, milliseconds: number): unknown;
declare const performance: { now(): number };

/** Yields to the event loop when the current time slice is used up; otherwise resolves immediately. */
export type YieldToEventLoop = () => Promise<void>;

/**
 * Creates a function that a long computation awaits regularly, so that other work of the process runs in between.
 * @param sliceMs Milliseconds of computation between two turns of the event loop.
 */
export function createYieldToEventLoop(sliceMs = 10): YieldToEventLoop {
  let sliceStart = performance.now();
  return async () => {
    if (performance.now() - sliceStart < sliceMs) return;
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    sliceStart = performance.now();
  };
}
