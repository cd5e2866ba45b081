import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../../../support/free-port.ts";
import type { MeasuredServer } from "./peer.ts";

/** A Quarry server, started as users start it: its own database with all its guarantees, keys and call limits. */
export interface QuarryServer extends MeasuredServer {
  readonly dataDir: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Calls the API; throws unless it succeeds. */
  call<Reply>(method: string, path: string, body?: unknown): Promise<Reply>;
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
  /**
   * Starts it again on its data, with options of the runtime and further settings. Resolves when the process runs, before it
   * is ready.
   */
  launch(options?: readonly string[], settings?: Readonly<Record<string, string>>): Promise<void>;
  /** The last 4,000 characters that it printed. */
  output(): string;
  ready(): Promise<void>;
}

const REPOSITORY = resolve(import.meta.dir, "../../../..");
const READY_MS = 900_000;
/** An operator's limit that is counted for every call and never reached. */
const CALLS_PER_MINUTE = "1000000000";

/** Creates a data folder and starts a server on it. */
export async function startQuarry(settings: Readonly<Record<string, string>> = {}): Promise<QuarryServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-compare-"));
  const port = freePort();
  const origin = `http://127.0.0.1:${port}`;
  const key = `qry_${randomBytes(32).toString("base64url")}`;
  const headers = { authorization: `Bearer ${key}` };
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(OPENAI|QUARRY|CHROMA)_|^(NODE_ENV|DATABASE_URL)$/.test(name),
  );
  const env = {
    ...Object.fromEntries(inherited),
    ...{ QUARRY_DATA_DIR: dataDir, QUARRY_HOST: "127.0.0.1", QUARRY_PORT: String(port) },
    ...{ QUARRY_ROOT_KEY: key, QUARRY_ENTERPRISE_REQUESTS_PER_MINUTE: CALLS_PER_MINUTE },
    ...settings,
  };
  let child: ChildProcess;
  let output = "";

  async function launch(
    options: readonly string[] = [],
    further: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    child = spawn(process.execPath, [...options, "server/src/main.ts"], {
      ...{ cwd: REPOSITORY, env: { ...env, ...further }, stdio: ["ignore", "pipe", "pipe"], detached: true },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (piece) => {
        output = `${output}${piece}`.slice(-4000);
      });
  }
  async function ready(): Promise<void> {
    for (const begin = Date.now(); Date.now() - begin < READY_MS; await Bun.sleep(10)) {
      if (child.exitCode !== null) throw new Error(`The server ended. Its output:\n${output}`);
      const answer = await fetch(`${origin}/ready`).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) return;
    }
    throw new Error(`The server is not ready. Its output:\n${output}`);
  }
  async function end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    await gone;
  }
  const killAtExit = () => {
    child.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  };
  process.once("exit", killAtExit);
  async function stop(): Promise<void> {
    await end("SIGTERM");
    process.off("exit", killAtExit);
    await rm(dataDir, { recursive: true, force: true });
  }
  await launch();
  await ready().catch(async (problem: unknown) => {
    await stop();
    throw problem;
  });
  return {
    ...{ origin, dataDir, headers, launch, ready, end, stop },
    output: () => output,
    processes: () => (child.pid === undefined ? [] : [child.pid]),
    async call<Reply>(method: string, path: string, body?: unknown) {
      const answer = await fetch(`${origin}${path}`, {
        ...{ method, headers: { ...headers, "content-type": "application/json" } },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}. ${text.slice(0, 300)}`);
      return JSON.parse(text) as Reply;
    },
  };
}
