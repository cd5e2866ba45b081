import { readdirSync, readFileSync } from "node:fs";

/** Samples the memory of a process and its descendants. */
export interface MemoryWatch {
  /** Returns the peak since the last call, in bytes. */
  peak(): number;
  stop(): void;
}

const INTERVAL_MS = 50;

/** Samples the memory of a process every 50 ms through /proc. On systems other than Linux the peak is 0. */
export function watchMemory(pid: number): MemoryWatch {
  let peakBytes = 0;
  const sample = () => {
    peakBytes = Math.max(peakBytes, memoryOf(pid));
  };
  const timer = setInterval(sample, INTERVAL_MS);
  return {
    peak() {
      sample();
      const peak = peakBytes;
      peakBytes = 0;
      return peak;
    },
    stop: () => clearInterval(timer),
  };
}

/** Returns the memory of a process and its descendants, in bytes. */
export function memoryOf(root: number): number {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = field(`${name}/status`, "PPid");
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + sum(child), shareOf(pid));
  return sum(root);
}

/** Returns a process's proportional set size, so that memory shared between processes counts once in their sum. */
function shareOf(pid: number): number {
  return field(`${pid}/smaps_rollup`, "Pss") * 1024;
}

function field(file: string, key: string): number {
  try {
    return Number(
      new RegExp(`^${key}:\\s*(\\d+)`, "m").exec(readFileSync(`/proc/${file}`, "utf8"))?.[1] ?? 0,
    );
  } catch {
    // The process has exited.
    return 0;
  }
}
