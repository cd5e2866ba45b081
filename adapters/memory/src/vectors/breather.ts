/** Says when others should get the thread, and lets them have it. */
export interface Breather {
  /** True when more than the slice has passed since the last breath. */
  isDue(): boolean;
  breathe(): Promise<void>;
}

/** Creates a breather for work that may hold the thread for `sliceMs` at a time. */
export function createBreather(sliceMs: number): Breather {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since >= sliceMs,
    async breathe() {
      await new Promise((resolve) => setTimeout(resolve, 0));
      since = performance.now();
    },
  };
}
