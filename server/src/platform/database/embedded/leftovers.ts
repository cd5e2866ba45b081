import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Cluster } from "./cluster.ts";
import { spawnProgram } from "./spawn-program.ts";

/** How long a server has for a fast shutdown, and then for an immediate one. */
const FAST_MS = 10_000;
const IMMEDIATE_MS = 5000;
const POLL_MS = 10;

/**
 * Stops what a killed Quarry left running on a cluster, and removes the files that name it. Only processes of this
 * cluster are ended: a process id in `postmaster.pid` may be another program's by now.
 */
export async function stopLeftovers(cluster: Cluster): Promise<void> {
  const postmaster = postmasterPid(cluster);
  // Without its file a server may be starting, or initdb at work.
  if (readdirSync(cluster.data).length === 0) return;
  if (process.platform === "win32") {
    if (postmaster === undefined) return;
    // It reaches a server by a named pipe, which no other program has.
    await spawnProgram(cluster, "pg_ctl", ["stop", "-m", "fast", "-D", cluster.data]).exited;
    return;
  }
  const running = () => processesOf(cluster);
  for (const [signal, waitMs] of [
    ["SIGINT", FAST_MS],
    ["SIGQUIT", IMMEDIATE_MS],
    ["SIGKILL", IMMEDIATE_MS],
  ] as const) {
    const pids = running();
    if (pids.length === 0) break;
    // A server ends its own processes; without it, each ends by itself or is ended here.
    const targets = signal === "SIGKILL" || !pids.includes(postmaster ?? 0) ? pids : [postmaster ?? 0];
    for (const pid of targets) sendSignal(pid, signal);
    for (const end = Date.now() + waitMs; running().length > 0 && Date.now() < end; )
      await Bun.sleep(POLL_MS);
  }
  const left = running();
  if (left.length > 0)
    throw new Error(`PostgreSQL's processes ${left.join(", ")} still use ${cluster.data} and do not end.`);
  for (const name of ["postmaster.pid", ".s.PGSQL.5432", ".s.PGSQL.5432.lock"])
    rmSync(join(cluster.data, name), { force: true });
}

/** The id in `postmaster.pid`; undefined when there is none. */
function postmasterPid({ data }: Cluster): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);
    return Math.max(pid, 0) || 0;
  } catch {
    return undefined;
  }
}

/** PostgreSQL's processes that work in the cluster's data directory. */
function processesOf(cluster: Cluster): number[] {
  return process.platform === "linux" ? linuxProcesses(cluster) : otherProcesses(cluster);
}

function linuxProcesses({ data }: Cluster): number[] {
  const { dev, ino } = statSync(data);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const cwd = statSync(`/proc/${pid}/cwd`);
        return (
          cwd.ino === ino &&
          cwd.dev === dev &&
          /^(postgres|initdb)/.test(readFileSync(`/proc/${pid}/comm`, "utf8"))
        );
      } catch {
        // It has ended, or is another user's.
        return false;
      }
    })
    .map(Number);
}

/** The server's command line names its data directory. */
function otherProcesses({ data }: Cluster): number[] {
  return Bun.spawnSync(["ps", "-A", "-o", "pid=,stat=,args="])
    .stdout.toString()
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [])
    .filter(
      ([, , state = "", args = ""]) =>
        !state.startsWith("Z") && args.includes("postgres") && args.includes(data),
    )
    .map(([, pid]) => Number(pid));
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
