import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Cluster } from "./cluster.ts";
import { spawnProgram } from "./spawn-program.ts";

/** Time limits for a fast shutdown, and for the immediate one after it. */
const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 5000;
const POLL_MS = 10;

/**
 * Stops the processes that a killed Quarry left running on a cluster, and removes their lock files. Signals only this
 * cluster's processes: the system may have given the process id in `postmaster.pid` to another program.
 */
export async function stopLeftovers(cluster: Cluster): Promise<void> {
  const postmaster = postmasterPid(cluster);
  // Continues without a postmaster.pid: a server that is starting and initdb have none.
  if (readdirSync(cluster.data).length === 0) return;
  if (process.platform === "win32") {
    if (postmaster === undefined) return;
    // Safe when another program has the process id: pg_ctl signals a server through its named pipe.
    await spawnProgram(cluster, "pg_ctl", ["stop", "-m", "fast", "-D", cluster.data]).exited;
    return;
  }
  const running = () => processesOf(cluster);
  for (const [signal, waitMs] of [
    ["SIGINT", FAST_SHUTDOWN_MS],
    ["SIGQUIT", IMMEDIATE_SHUTDOWN_MS],
    ["SIGKILL", IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    const pids = running();
    if (pids.length === 0) break;
    // The server stops its child processes. Without a server, signals each process.
    const targets = signal === "SIGKILL" || !pids.includes(postmaster ?? 0) ? pids : [postmaster ?? 0];
    for (const pid of targets) sendSignal(pid, signal);
    for (const end = Date.now() + waitMs; running().length > 0 && Date.now() < end; )
      await Bun.sleep(POLL_MS);
  }
  const remaining = running();
  if (remaining.length > 0)
    throw new Error(
      `PostgreSQL processes ${remaining.join(", ")} use ${cluster.data} and could not be stopped. End them, then start Quarry again.`,
    );
  for (const name of ["postmaster.pid", ".s.PGSQL.5432", ".s.PGSQL.5432.lock"])
    rmSync(join(cluster.data, name), { force: true });
}

/** The process id in `postmaster.pid`; 0 when it is not a number, undefined when there is no file. */
function postmasterPid({ data }: Cluster): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);
    return Math.max(pid, 0) || 0;
  } catch {
    return undefined;
  }
}

/** Ids of the PostgreSQL processes that use the cluster's data directory. */
function processesOf(cluster: Cluster): number[] {
  return process.platform === "linux"
    ? processesByWorkingDirectory(cluster)
    : processesByCommandLine(cluster);
}

function processesByWorkingDirectory({ data }: Cluster): number[] {
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
        // The process has ended, or belongs to another user.
        return false;
      }
    })
    .map(Number);
}

/** Finds the server by the data directory in its command line. */
function processesByCommandLine({ data }: Cluster): number[] {
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
    // The process has ended.
  }
}
