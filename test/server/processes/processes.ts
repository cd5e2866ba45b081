import { expect } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { type Configuration, type Surroundings, surround } from "../../support/configurations.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { startProcess, withFolder } from "../../support/server-process.ts";

/** Settings, as environment variables. */
export type Settings = Readonly<Record<string, string>>;

/** One process of the service. */
export interface Process {
  readonly server: RunningServer;
  /** The process's own address. */
  readonly quarry: Quarry;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Several processes with the same database, data folder and root key. */
export interface Processes {
  readonly surroundings: Surroundings;
  /** The shared settings. */
  readonly env: Settings;
  start(env?: Settings): Promise<Process>;
  /** Starts several processes at the same time. */
  startAtOnce(count: number): Promise<Process[]>;
  /** Stops all running processes. */
  stopAll(): Promise<void>;
  /** Stops everything and deletes the data. */
  end(): Promise<void>;
}

/** Prepares the database and the data folder, without starting a process. */
export async function prepareProcesses(
  configuration: Configuration,
  settings: Settings = {},
): Promise<Processes> {
  const surroundings = await surround(configuration);
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-processes-"));
  const rootKey = `qry_${randomBytes(32).toString("base64url")}`;
  const env = { ...surroundings.env, QUARRY_DATA_DIR: dataDir, QUARRY_ROOT_KEY: rootKey, ...settings };
  const running = new Set<Process>();

  async function start(own: Settings = {}): Promise<Process> {
    const server = await startServer({ env: { ...env, ...own } });
    const process: Process = {
      server,
      quarry: new Quarry({ apiKey: rootKey, baseUrl: server.baseUrl, maxRetries: 0, timeoutMs: 20_000 }),
      async stop() {
        running.delete(process);
        await server.stop();
      },
      async kill() {
        running.delete(process);
        await server.kill();
        await server.stop();
      },
    };
    running.add(process);
    return process;
  }

  const stopAll = async () => void (await Promise.all([...running].map((process) => process.stop())));
  return {
    ...{ surroundings, env, start, stopAll },
    async startAtOnce(count) {
      const started = await Promise.allSettled(Array.from({ length: count }, () => start()));
      return started.map((one) => {
        if (one.status === "rejected") throw one.reason;
        return one.value;
      });
    },
    async end() {
      await stopAll();
      await surroundings.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The error of a process with the in-memory store when another process serves the database. */
export const IS_MEMORY =
  "Quarry cannot start: Another Quarry process serves this database, and the in-memory vector store supports only one. Stop that process, or set QUARRY_VECTOR_STORE to pgvector or chroma for all processes.";
/** The error of a process with another vector store. */
export const IS_OTHER =
  "Quarry cannot start: Another Quarry process serves this database with a different QUARRY_VECTOR_STORE. Use the same one for all processes; to change it, stop all of them first.";

/** Starts a process that must fail, and returns its error. */
export async function refusalOf(env: Settings): Promise<string> {
  const refused = startProcess(env);
  void refused.ready.then((address) => address !== "" && refused.signal("SIGTERM"));
  const [code, stdout, stderr] = await Promise.all([refused.exited, refused.stdout, refused.stderr]);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr });
  return stderr.trimEnd();
}

/** The same with a data folder of its own, because the lock of a shared folder could fail first. */
export async function refusalApart({ env }: Processes, settings: Settings): Promise<string> {
  return withFolder((folder) => refusalOf({ ...env, ...settings, QUARRY_DATA_DIR: folder }));
}

const MODES = ["hybrid", "lexical", "vector"] as const;
type InEachMode<Value> = Readonly<Record<(typeof MODES)[number], Value>>;

/** The same value for every mode. */
export function inEveryMode<Value>(value: Value): InEachMode<Value> {
  return { hybrid: value, lexical: value, vector: value };
}

/** A text with a unique word. */
export const about = (word: string) => `The word of this text is ${word}.`;

/** The texts with a word that each mode finds, with the metadata of their documents. */
export async function shown(
  quarry: Quarry,
  spaceIds: string | string[],
  word: string,
  metadata: Readonly<Record<string, number>> = {},
): Promise<InEachMode<readonly string[]>> {
  const ask = async (mode: (typeof MODES)[number]): Promise<string[]> => {
    // A sentence, because the builtin embedder may give a single word a negative similarity.
    const query = { query: about(word), spaceIds, mode, topK: 100, metadata };
    const { results, degraded } = await quarry.query(query);
    if (degraded) throw new Error(`${mode} used the lexical index alone: ${degraded.reason}`);
    return results
      .filter(({ chunk }) => chunk.content.includes(word))
      .map(({ chunk, document }) => `${chunk.content} ${JSON.stringify(document.metadata)}`);
  };
  const [hybrid, lexical, vector] = await Promise.all(MODES.map(ask));
  return { hybrid: hybrid ?? [], lexical: lexical ?? [], vector: vector ?? [] };
}
