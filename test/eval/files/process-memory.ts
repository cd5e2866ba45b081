import { readdirSync, readFileSync } from "node:fs";

/** Watches how much memory a process and all that it started hold together. */
export interface MemoryWatch {
  /** The most since the last look, in bytes. */
  peak(): number;
  stop(): void;
}

const EVERY_MS = 50;

/** Watches a process by Linux's /proc; on other systems the peak stays 0. */
export function watchMemory(pid: number): MemoryWatch {
  let most = 0;
  const look = () => {
    most = Math.max(most, memoryOf(pid));
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    peak() {
      look();
      const peak = most;
      most = 0;
      return peak;
    },
    stop: () => clearInterval(timer),
  };
}

/** What a process and all that it started hold together now, in bytes. */
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

/** What processes hold in common, first of all the runtime's program, counts once in their sum. */
function shareOf(pid: number): number {
  return field(`${pid}/smaps_rollup`, "Pss") * 1024;
}

function field(file: string, key: string): number {
  try {
    return Number(
      new RegExp(`^${key}:\\s*(\\d+)`, "m").exec(readFileSync(`/proc/${file}`, "utf8"))?.[1] ?? 0,
    );
  } catch {
    // It has ended.
    return 0;
  }
}
