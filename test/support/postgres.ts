import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

/** A temporary PostgreSQL server on loopback. */
export interface TestPostgres {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** The server's first process; the others are its children. */
  pid(): Promise<number>;
  /** Kills the server and all its backends with SIGKILL; the data stays. */
  kill(): Promise<void>;
  /** Kills one backend with SIGKILL; the server then disconnects all clients and recovers. */
  killBackend(): Promise<void>;
  /** Restarts it after `kill` on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const BIN = "/usr/lib/postgresql/15/bin";

/** True when PostgreSQL 15 with pgvector is installed (`test/services/install-postgres.sh`). */
export function hasPostgres(): boolean {
  return existsSync(`${BIN}/initdb`) && existsSync("/usr/share/postgresql/15/extension/vector.control");
}

/** Starts a PostgreSQL server in a temporary folder; as root, under the user postgres, because PostgreSQL refuses root. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-postgres-"));
  await chmod(folder, 0o777);
  const data = join(folder, "data");
  const port = freePort();
  await run("initdb", ["-D", data, "-A", "trust", "-U", "quarry", "-E", "UTF8", "--locale=C", "--no-sync"]);
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
  const start = () => run("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", settings, "start"]);
  await start();
  const guard = guardOver(folder, data);
  let databases = 0;
  return {
    async createDatabase() {
      databases += 1;
      const name = `quarry_${databases}`;
      await run("createdb", ["-h", "127.0.0.1", "-p", String(port), "-U", "quarry", name]);
      return `postgres://quarry@127.0.0.1:${port}/${name}`;
    },
    pid: () => headOf(data),
    async kill() {
      const head = await headOf(data);
      const all = [head, ...(await childrenOf(head))];
      for (const pid of all) sendKill(pid);
      while ((await Promise.all(all.map(isAlive))).some(Boolean)) await Bun.sleep(5);
      await rm(join(data, "postmaster.pid"), { force: true });
    },
    async killBackend() {
      const clients = await backendsOf(await headOf(data));
      const victim = clients[Math.floor(Math.random() * clients.length)];
      if (victim !== undefined) sendKill(victim);
    },
    restart: start,
    async stop() {
      guard.kill("SIGKILL");
      if (existsSync(join(data, "postmaster.pid")))
        await run("pg_ctl", ["-D", data, "-m", "immediate", "stop"]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A shell that cleans up when this process is gone: its standard input then closes. */
function guardOver(folder: string, data: string) {
  const clearUp = `read -r _; kill -QUIT "$(head -n 1 "$0/postmaster.pid")"; sleep 0.3; rm -rf "$1"`;
  const options = { stdio: ["pipe", "ignore", "ignore"] as ["pipe", "ignore", "ignore"], detached: true };
  const guard = spawn("/bin/sh", ["-c", clearUp, data, folder], options);
  guard.unref();
  return guard;
}

const headOf = async (data: string) =>
  Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0]);

async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return list.split(" ").filter(Boolean).map(Number);
}

/** The backend processes. */
async function backendsOf(head: number): Promise<number[]> {
  const titles = (await childrenOf(head)).map(async (pid) => ({
    pid,
    title: await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
  }));
  return (await Promise.all(titles)).filter(({ title }) => title.includes("127.0.0.1")).map(({ pid }) => pid);
}

/** False for a zombie. */
async function isAlive(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  return state !== undefined && !/\) [ZX]/.test(state);
}

function sendKill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
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
  // The server that pg_ctl starts keeps the pipe open, so wait for the program's exit, not for the pipe.
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on("exit", resolve).on("error", reject),
  );
  child.stderr.destroy();
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${problem}`);
}
