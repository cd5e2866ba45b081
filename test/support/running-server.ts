import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { provideDatabase } from "./migrated-cluster.ts";

export { type Caller, type CallOptions, createCaller, type Reply } from "../contract/caller.ts";

/** A server started like a user starts it, with its own data folder. */
export interface RunningServer {
  readonly baseUrl: string;
  readonly rootKey: string;
  readonly dataDir: string;
  /** The started process. With `npm start` it is npm; the server is in its process group. */
  readonly pid: number;
  /** Output so far, stdout and stderr, across restarts. */
  output(): string;
  /** SIGTERM, wait, remove the data folder. */
  stop(): Promise<void>;
  /** SIGTERM and wait; the data folder stays. */
  end(): Promise<void>;
  /** SIGKILL, also while it starts; the data folder stays. */
  kill(): Promise<void>;
  /** Stops it if it runs, and starts it on the same data with the same key. */
  restart(): Promise<void>;
  /** Runs an operator command, e.g. `doctor`, with the server's settings. */
  command(...words: string[]): Promise<{ readonly code: number; readonly output: string }>;
}

const REPOSITORY = resolve(import.meta.dir, "../..");
const MAIN = join(REPOSITORY, "server/src/main.ts");
const READY = /Quarry is ready at (http:\/\/\S+)/;
const STOP_LIMIT_MS = 20_000;
const COMMAND_LIMIT_MS = 60_000;

/**
 * Starts a server; `withNpm` uses `npm start`, which takes a second or two longer. `isSynced` writes to the disk as in
 * production, for measurements. `cwd` is the folder in which it starts, by default the repository. `preload` is a module that it
 * loads before its own.
 */
export async function startServer(
  options: {
    env?: Record<string, string>;
    withNpm?: boolean;
    isSynced?: boolean;
    cwd?: string;
    preload?: string;
  } = {},
): Promise<RunningServer> {
  const rootKey = `qry_${randomBytes(32).toString("base64url")}`;
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-test-"));
  const inherited = { ...process.env };
  // The developer's settings must not reach the tests, above all not DATABASE_URL.
  for (const name of Object.keys(inherited))
    if (/^(OPENAI|QUARRY|CHROMA)_(?!TEST_)|^(NODE_ENV|DATABASE_URL)$/.test(name)) delete inherited[name];
  const env: NodeJS.ProcessEnv = {
    ...inherited,
    QUARRY_DATA_DIR: dataDir,
    QUARRY_PORT: "0",
    QUARRY_HOST: "127.0.0.1",
    QUARRY_CHECK_ANSWERS: "true",
    QUARRY_ROOT_KEY: rootKey,
    ...options.env,
  };
  // As after a first start, which a test of the start itself makes: without a cluster.
  if (!options.withNpm && env.DATABASE_URL === undefined)
    await provideDatabase(env.QUARRY_DATA_DIR ?? dataDir, { isSynced: options.isSynced ?? false });
  let printed = "";
  const print = (chunk: unknown): void => {
    printed += String(chunk);
  };
  let end: Launched["end"] = async () => undefined;
  const start = (): Promise<Started> => {
    const launched = launch(env, options, print);
    end = launched.end;
    return launched.started;
  };
  let current = await start().catch(async (problem: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw problem;
  });
  return {
    get baseUrl() {
      return current.baseUrl;
    },
    get pid() {
      return current.pid;
    },
    rootKey,
    dataDir,
    output: () => printed,
    async stop() {
      await end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
    end: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    async restart() {
      await end("SIGTERM");
      current = await start();
    },
    async command(...words) {
      const child = Bun.spawn([process.execPath, "server/src/command.ts", ...words], {
        ...{ cwd: REPOSITORY, env, stdout: "pipe", stderr: "pipe", timeout: COMMAND_LIMIT_MS },
      });
      const texts = await Promise.all([child.stdout, child.stderr].map((pipe) => new Response(pipe).text()));
      return { code: await child.exited, output: texts.join("") };
    },
  };
}

interface Started {
  readonly baseUrl: string;
  readonly pid: number;
}

interface Launched {
  readonly started: Promise<Started>;
  end(signal: NodeJS.Signals): Promise<void>;
}

function launch(
  env: NodeJS.ProcessEnv,
  { withNpm = false, cwd = REPOSITORY, preload }: Parameters<typeof startServer>[0] & object,
  print: (chunk: unknown) => void,
): Launched {
  const preloading = preload === undefined ? [] : ["--preload", preload];
  const [command, args] = withNpm ? ["npm", ["start"]] : [process.execPath, [...preloading, MAIN]];
  const child = spawn(command, args, {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  // "close" instead of "exit": it waits for the pipes, so also for a server that is npm's grandchild.
  const closed = new Promise<void>((done) => child.once("close", () => done()));
  const killGroup = (): void => signalGroup(child, "SIGKILL");
  process.once("exit", killGroup);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    signalGroup(child, signal);
    const forced = setTimeout(killGroup, STOP_LIMIT_MS);
    await closed;
    clearTimeout(forced);
    process.off("exit", killGroup);
  };
  const started = readyAddress(child, closed, withNpm ? 240_000 : 60_000, print).then(
    (baseUrl) => ({ baseUrl, pid: child.pid ?? -1 }),
    async (problem: unknown) => {
      await end("SIGKILL");
      throw problem;
    },
  );
  return { started, end };
}

function readyAddress(
  child: ChildProcess,
  closed: Promise<void>,
  limitMs: number,
  print: (chunk: unknown) => void,
): Promise<string> {
  return new Promise((ready, fail) => {
    let seen = "";
    const giveUp = (why: string): void => fail(new Error(`The server ${why}. Its output:\n${seen}`));
    const timer = setTimeout(() => giveUp(`was not ready within ${limitMs} ms`), limitMs);
    const read = (chunk: unknown): void => {
      print(chunk);
      seen += String(chunk);
      const address = READY.exec(seen)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      ready(address.replace(/\/$/, ""));
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", (problem) => giveUp(`could not be started: ${problem.message}`));
    void closed.then(() => {
      clearTimeout(timer);
      giveUp("ended before it was ready");
    });
  });
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
}
