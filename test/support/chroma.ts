import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "./free-port.ts";

/** A temporary Chroma server on loopback. Its port survives a restart. */
export interface TestChroma {
  readonly url: string;
  /** Its data folder. */
  readonly folder: string;
  /** The running process; -1 if it has not started. */
  readonly pid: number;
  /** Sends a signal; for SIGKILL and SIGTERM, waits for the exit. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Stops it if it runs, and starts it on the same data. */
  restart(): Promise<void>;
  /** Stops it, and deletes its folder if it was created here. */
  stop(): Promise<void>;
}

const LAUNCHER = resolve(import.meta.dir, "../services/.chroma/chroma");
const START_MS = 30_000;

/** True when a Chroma server is installed (`test/services/install-chroma.sh`). */
export function hasChroma(): boolean {
  return existsSync(LAUNCHER);
}

/** Starts a Chroma server that ends with the process that started it, even after SIGKILL. */
export async function startChroma(
  options: { readonly folder?: string; readonly port?: number } = {},
): Promise<TestChroma> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), "quarry-chroma-")));
  const port = options.port ?? freePort();
  const url = `http://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;

  const end = () => kill("SIGKILL");
  async function kill(signal: NodeJS.Signals): Promise<void> {
    if (!server || hasEnded(server)) return;
    const gone = new Promise((resolve) => server?.once("exit", resolve));
    server.kill(signal);
    if (signal === "SIGKILL" || signal === "SIGTERM") await gone;
  }
  async function start(): Promise<void> {
    server = launch(folder, port, options.folder === undefined);
    await isUp(server, url);
  }

  await start();
  return {
    url,
    folder,
    get pid() {
      return server?.pid ?? -1;
    },
    kill,
    async restart() {
      await end();
      await start();
    },
    async stop() {
      await end();
      if (!options.folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A shell cleans up when this process is gone: its standard input then closes. */
function launch(folder: string, port: number, isTemporary: boolean): ChildProcess {
  const args = ["run", "--path", folder, "--host", "127.0.0.1", "--port", String(port)];
  const server = spawn(LAUNCHER, args, { stdio: "ignore", cwd: tmpdir() });
  const clearUp = `read -r _; kill -9 ${server.pid}; ${isTemporary ? 'sleep 0.2; rm -rf "$0"' : ""}`;
  const guard = spawn("/bin/sh", ["-c", clearUp, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  server.once("exit", () => guard.kill("SIGKILL"));
  guard.unref();
  return server;
}

async function isUp(server: ChildProcess, url: string): Promise<void> {
  for (const begin = Date.now(); Date.now() - begin < START_MS; await Bun.sleep(30)) {
    if (hasEnded(server)) throw new Error(`Chroma ended with ${server.exitCode ?? server.signalCode}`);
    const answer = await fetch(`${url}/api/v2/heartbeat`).catch(() => undefined);
    if (answer?.ok) return;
  }
  server.kill("SIGKILL");
  throw new Error("Chroma did not start in time");
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
