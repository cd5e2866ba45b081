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
