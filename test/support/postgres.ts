import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A throw-away PostgreSQL server on loopback. */
export interface TestPostgres {
  /** URL of an empty database of its own; each call makes another. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

const BIN = "/usr/lib/postgresql/15/bin";

/** True when PostgreSQL 15 with pgvector is on this machine (`test/services/install-postgres.sh` puts it there). */
export function hasPostgres(): boolean {
  return existsSync(`${BIN}/initdb`) && existsSync("/usr/share/postgresql/15/extension/vector.control");
}

/** Starts a PostgreSQL server in a temporary folder. As root, which PostgreSQL refuses, it runs as user postgres. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-postgres-"));
  await chmod(folder, 0o777);
  const data = join(folder, "data");
  const port = freePort();
  await run("initdb", ["-D", data, "-A", "trust", "-U", "quarry", "-E", "UTF8", "--locale=C", "--no-sync"]);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
  await run("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", settings, "start"]);
  let databases = 0;
  return {
    async createDatabase() {
      databases += 1;
      const name = `quarry_${databases}`;
      await run("createdb", ["-h", "127.0.0.1", "-p", String(port), "-U", "quarry", name]);
      return `postgres://quarry@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      await run("pg_ctl", ["-D", data, "-m", "immediate", "stop"]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): number {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const { port } = server;
  server.stop(true);
  return port;
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const command = [join(BIN, program), ...args];
  const [head = "", ...rest] =
    process.getuid?.() === 0 ? ["/usr/sbin/runuser", "-u", "postgres", "--", ...command] : command;
  const child = spawn(head, rest, { stdio: ["ignore", "ignore", "pipe"], cwd: tmpdir() });
  let problem = "";
  child.stderr.on("data", (chunk) => {
    problem += String(chunk);
  });
  // pg_ctl's server keeps the pipe open, so the program's own end counts, not the pipe's.
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on("exit", resolve).on("error", reject),
  );
  child.stderr.destroy();
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${problem}`);
}
