import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "../../log/log.ts";
import type { Cluster } from "./cluster.ts";
import { startGuard } from "./guard.ts";
import { stopLeftovers } from "./leftovers.ts";
import type { ServerAddress } from "./server-address.ts";
import { dataDirectoryOf, failureOf, spawnProgram } from "./spawn-program.ts";

/** A PostgreSQL server that runs as a child process. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves when the process has ended. */
  readonly exited: Promise<unknown>;
  /** The last lines of its output. */
  output(): string;
  /** Ends connections, writes a checkpoint, and resolves when the process has ended. */
  stop(): Promise<void>;
}

/** Settings for a small server with one client process. Durability is PostgreSQL's default. */
const SETTINGS: Record<string, string> = {
  max_connections: "25",
  shared_buffers: "48MB",
  max_wal_size: "512MB",
  jit: "off",
  // No replication, and no processes that help only with much larger loads.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  io_method: "sync",
  autovacuum_worker_slots: "3",
  max_parallel_workers_per_gather: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  // Logs events of the server itself. Keeps the text of statements and rows out of the log.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
  logging_collector: "off",
};
/** Settings that PostgreSQL 17 and earlier reject. */
const NEW_IN_18 = ["io_method", "autovacuum_worker_slots"];

const POLL_MS = 3;
/** A slower start is logged: after a crash, PostgreSQL first replays its write-ahead log. */
const LONG_START_MS = 5000;
const FAST_STOP_MS = 8000;

/**
 * Starts the server of a cluster and waits until it accepts connections.
 * @param settings PostgreSQL settings that override Quarry's.
 * @throws QuarryError `invalid_request` with the server's output when it does not start.
 */
export async function startPostmaster(
  cluster: Cluster,
  address: ServerAddress,
  log: Log,
  settings: Readonly<Record<string, string>> = {},
): Promise<Postmaster> {
  await stopLeftovers(cluster);
  const allSettings = { ...SETTINGS, ...address.settings(), ...settings };
  const server = spawnProgram(cluster, "postgres", [
    ...["-D", dataDirectoryOf(cluster)],
    ...Object.entries(allSettings)
      .filter(([name]) => cluster.binaries.major >= 18 || !NEW_IN_18.includes(name))
      .flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]);
  const pid = server.child.pid ?? -1;
  const guard = startGuard(pid, cluster.data);
  let hasEnded = false;
  const exited = server.exited.then(() => {
    hasEnded = true;
    guard.dismiss();
  });
  const startedAt = Date.now();
  for (let isLong = false; !isReady(cluster, pid); await Bun.sleep(POLL_MS)) {
    if (hasEnded) throw failureOf("does not start", server);
    if (isLong || Date.now() - startedAt < LONG_START_MS) continue;
    isLong = true;
    log.info("The embedded PostgreSQL is recovering after a crash. This may take some minutes.");
  }
  return {
    pid,
    exited,
    output: server.output,
    async stop() {
      if (hasEnded) return;
      if (process.platform === "win32")
        await spawnProgram(cluster, "pg_ctl", ["stop", "-m", "fast", "-D", cluster.data]).exited;
      else server.child.kill("SIGINT");
      const forced = setTimeout(() => server.child.kill("SIGQUIT"), FAST_STOP_MS);
      await exited;
      clearTimeout(forced);
    },
  };
}

/** The server writes its state to the last line of `postmaster.pid`. */
function isReady({ data }: Cluster, pid: number): boolean {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
  } catch {
    return false;
  }
}
