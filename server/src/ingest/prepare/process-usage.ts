import { readFileSync } from "node:fs";

/** The resident memory of a process, in bytes. Returns 0 if the process has ended. */
export function residentBytes(pid: number): number {
  return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): number {
  try {
    const [, kilobytes = "0"] =
      /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
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
