import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";

/**
 * The resident memory of a process and of the programs that it runs (on Linux), in bytes. Returns 0 if the process has
 * ended.
 */
export function residentBytes(pid: number): number {
  if (process.platform !== "linux") return fromPs(pid);
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + fromProc(each), 0);
}

function childrenOf(pid: number): number[] {
  try {
    const program = readlinkSync(`/proc/${pid}/exe`);
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
    );
    // Until it starts its own program, a child shares the memory of its parent.
    return children.filter((child) => readlinkSync(`/proc/${child}/exe`) !== program).map(Number);
  } catch {
    // The process or one of its threads has just ended.
    return [];
  }
}

function fromProc(pid: number, field: "VmRSS" | "VmHWM" = "VmRSS"): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const [, kilobytes = "0"] = new RegExp(`^${field}:\\s*(\\d+) kB$`, "m").exec(status) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/** Makes the current memory of a process its peak. */
export function resetPeakBytes(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // Only Linux has it. Elsewhere the peak counts from the start of the process.
  }
}

/** The highest resident memory of a process since the last reset, in bytes. Returns 0 where the system does not tell. */
export function peakBytes(pid: number): number {
  return process.platform === "linux" ? fromProc(pid, "VmHWM") : 0;
}

function fromPs(pid: number): number {
  const { stdout } = Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]);
  return (Number(stdout.toString().trim()) || 0) * 1024;
}

/** The unit of the times in `/proc`, which is the same on every Linux. */
const TICK_MS = 10;

/** The processor time that a process has used, in milliseconds. Undefined if it has ended or the system does not tell. */
export function processorMs(pid: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    // The second field is the program's name, which may contain spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
