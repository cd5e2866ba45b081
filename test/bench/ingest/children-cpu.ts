import { readFileSync } from "node:fs";
import { childProcesses } from "../../support/child-processes.ts";

const TICKS_PER_SECOND = 100;

/** Seconds of all cores that the processes that this one started have had, those that ended included (Linux). */
export function childrenCpuSeconds(): number {
  // The fields after the name in brackets, from the 12th: in user mode, in the system's, and of ended children both.
  const [, , ended = 0, endedSystem = 0] = times("self");
  return childProcesses(process.pid, "")
    .map((pid) => times(String(pid)))
    .reduce((sum, [user = 0, system = 0]) => sum + user + system, ended + endedSystem);
}

function times(pid: string): number[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "");
  return stat
    .split(" ")
    .slice(11, 15)
    .map((ticks) => Number(ticks) / TICKS_PER_SECOND);
}
