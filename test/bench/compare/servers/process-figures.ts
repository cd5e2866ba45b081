import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second in /proc, the same on all Linux machines. */
const TICKS = 100;

interface Process {
  readonly parent: number;
  readonly seconds: number;
}

/**
 * Returns the processor time of processes and their descendants in seconds: all threads, and children that have ended.
 * Differences of two readings are meaningful, single readings are not.
 */
export function cpuSeconds(roots: readonly number[]): number {
  const all = new Map<number, Process>();
  for (const name of readdirSync("/proc")) {
    const process = /^\d+$/.test(name) ? readProcess(name) : undefined;
    if (process) all.set(Number(name), process);
  }
  const isWithin = (pid: number): boolean =>
    roots.includes(pid) || (all.has(pid) && isWithin(all.get(pid)?.parent ?? 0));
  let sum = 0;
  for (const [pid, { seconds }] of all) if (isWithin(pid)) sum += seconds;
  return sum;
}

/** Processor time of one process alone, all threads. */
export function ownCpuSeconds(pid: number): number {
  return readProcess(String(pid))?.seconds ?? 0;
}

function readProcess(pid: string): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may have spaces. Fields after it start with the third.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const field = (number: number) => Number(fields[number - 3]);
    return { parent: field(4), seconds: (field(14) + field(15) + field(16) + field(17)) / TICKS };
  } catch {
    // The process has ended.
    return undefined;
  }
}

const QUIET_SECONDS = 3;
const QUIET_SHARE = 0.1;

/**
 * Waits until processes use less than a tenth of a processor over three seconds. A single collection of garbage or a database's
 * housekeeping takes less; an index that is still built takes more.
 * @returns The time at which they became idle, as `performance.now()` counts it.
 */
export async function waitUntilIdle(roots: readonly number[], limitSeconds = 1800): Promise<number> {
  const end = performance.now() + limitSeconds * 1000;
  let [since, used] = [performance.now(), cpuSeconds(roots)];
  while (performance.now() - since < QUIET_SECONDS * 1000) {
    if (performance.now() > end) throw new Error("The server is still busy.");
    await Bun.sleep(500);
    const now = cpuSeconds(roots);
    if (now - used > QUIET_SHARE * QUIET_SECONDS) [since, used] = [performance.now(), now];
  }
  return since;
}
