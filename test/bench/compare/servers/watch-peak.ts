import { memoryOf } from "../../../eval/files/process-memory.ts";

const SAMPLE_MS = 250;
/** Reading the memory of a large process takes a tenth of a second, in which the process may have to wait. */
const SAMPLE_TIME_SHARE = 0.02;

/** Samples the memory of processes; returns a function that ends it and returns the peak. */
export function watchPeak(roots: readonly number[]): () => number {
  let peak = 0;
  let timer: Timer;
  const sample = () => {
    const start = performance.now();
    peak = Math.max(peak, bytesOf(roots));
    timer = setTimeout(sample, Math.max(SAMPLE_MS, (performance.now() - start) / SAMPLE_TIME_SHARE));
  };
  sample();
  return () => {
    clearTimeout(timer);
    return Math.max(peak, bytesOf(roots));
  };
}

/** The proportional set size of processes and their descendants. */
export function bytesOf(roots: readonly number[]): number {
  return roots.reduce((sum, pid) => sum + memoryOf(pid), 0);
}
