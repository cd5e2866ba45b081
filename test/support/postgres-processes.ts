import { readdirSync, readFileSync, statSync } from "node:fs";

/** Ids of the running PostgreSQL processes that use a data directory. */
export function postgresProcesses(dataDirectory: string): number[] {
  const { dev, ino } = statSync(dataDirectory);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const cwd = statSync(`/proc/${pid}/cwd`);
        return (
          cwd.dev === dev &&
          cwd.ino === ino &&
          readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres"
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Ids of the servers among them: the processes that no other one started. One runs on a data directory. */
export function postmasters(dataDirectory: string): number[] {
  const pids = postgresProcesses(dataDirectory);
  return pids.filter((pid) => !pids.includes(parentOf(pid)));
}

/** Kills all processes that use a data directory, with the guard that would stop them when Quarry ends. */
export function killPostgres(dataDirectory: string): void {
  const servers = postmasters(dataDirectory);
  const guards = servers.flatMap((pid) =>
    Bun.spawnSync(["pgrep", "-f", `quarry-guard ${pid} `])
      .stdout.toString()
      .split("\n"),
  );
  for (const pid of [...guards.filter(Boolean).map(Number), ...postgresProcesses(dataDirectory)])
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended.
    }
}

function parentOf(pid: number): number {
  try {
    // The name in parentheses may contain spaces; state and parent follow it.
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
  } catch {
    return 0;
  }
}
