import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Ids of running child processes of `parent` whose command line contains `text`. */
export function childProcesses(parent: number, text: string): number[] {
  if (!existsSync("/proc/self/status")) return fromPs(parent, text);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const status = read(`/proc/${name}/status`);
      const isChild = new RegExp(`^PPid:\\s*${parent}$`, "m").test(status);
      return isChild && !/^State:\s*Z/m.test(status) && read(`/proc/${name}/cmdline`).includes(text);
    })
    .map(Number);
}

/** True when the process does not exist or is a zombie. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  return /^State:\s*Z/m.test(read(`/proc/${pid}/status`));
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has ended.
    return "";
  }
}

function fromPs(parent: number, text: string): number[] {
  return Bun.spawnSync(["ps", "-A", "-o", "pid=,ppid=,stat=,args="])
    .stdout.toString()
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [])
    .filter(
      ([, , ppid, stat, args]) => Number(ppid) === parent && !stat?.startsWith("Z") && args?.includes(text),
    )
    .map(([, pid]) => Number(pid));
}
