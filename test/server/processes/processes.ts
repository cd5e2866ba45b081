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

/** One of several processes of the service. */
export interface Process {
  readonly server: RunningServer;
  /** Its own address. */
  readonly quarry: Quarry;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Processes of one service: they share a database, a data folder and the root key. */
export interface Processes {
  readonly surroundings: Surroundings;
  /** The settings that they share. */
  readonly env: Settings;
  start(env?: Settings): Promise<Process>;
  /** Starts as many at the same moment. */
  startAtOnce(count: number): Promise<Process[]>;
  /** Stops those that still run. */
  stopAll(): Promise<void>;
  /** Stops everything, and takes the data away. */
  end(): Promise<void>;
}

/** Starts what the processes need, but none of them yet. */
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

/** What a process in memory is told when another serves its database. */
export const IS_MEMORY =
  "Quarry cannot start: Another Quarry serves this database, and the in-memory store is for one process. Stop that one, or set QUARRY_VECTOR_STORE to pgvector or chroma for all.";
/** What any other is told. */
export const IS_OTHER =
  "Quarry cannot start: Another Quarry serves this database with another QUARRY_VECTOR_STORE. Give all the same one; to change it, stop them first.";

/** What a process says that must not be let in. */
export async function refusalOf(env: Settings): Promise<string> {
  const refused = startProcess(env);
  void refused.ready.then((address) => address !== "" && refused.signal("SIGTERM"));
  const [code, stdout, stderr] = await Promise.all([refused.exited, refused.stdout, refused.stderr]);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr });
  return stderr.trimEnd();
}

/** The same of one on their database with a data folder of its own: theirs may say no before the database can. */
export async function refusalApart({ env }: Processes, settings: Settings): Promise<string> {
  return withFolder((folder) => refusalOf({ ...env, ...settings, QUARRY_DATA_DIR: folder }));
}

const MODES = ["hybrid", "lexical", "vector"] as const;
type InEachMode<Value> = Readonly<Record<(typeof MODES)[number], Value>>;

/** The same in every mode. */
export function inEveryMode<Value>(value: Value): InEachMode<Value> {
  return { hybrid: value, lexical: value, vector: value };
}

/** A text about one word that no other text has. */
export const about = (word: string) => `The word of this text is ${word}.`;

/** What each mode shows of the texts with a word: each text with its document's metadata. */
export async function shown(
  quarry: Quarry,
  spaceIds: string | string[],
  word: string,
  metadata: Readonly<Record<string, number>> = {},
): Promise<InEachMode<readonly string[]>> {
  const ask = async (mode: (typeof MODES)[number]): Promise<string[]> => {
    // A sentence, because to the builtin embedder a word alone may look like its opposite.
    const query = { query: about(word), spaceIds, mode, topK: 100, metadata };
    const { results, degraded } = await quarry.query(query);
    if (degraded) throw new Error(`${mode} was answered by words alone: ${degraded.reason}`);
    return results
      .filter(({ chunk }) => chunk.content.includes(word))
      .map(({ chunk, document }) => `${chunk.content} ${JSON.stringify(document.metadata)}`);
  };
  const [hybrid, lexical, vector] = await Promise.all(MODES.map(ask));
  return { hybrid: hybrid ?? [], lexical: lexical ?? [], vector: vector ?? [] };
}
