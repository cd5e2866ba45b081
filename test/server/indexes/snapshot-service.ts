import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { sentence } from "../queries/corpus.ts";

/** Settings, as environment variables. */
type Settings = Readonly<Record<string, string>>;

/** A service with a lasting data folder, for repeated restarts. */
export interface SnapshotService {
  readonly dataDir: string;
  /** The folder of the snapshots. */
  readonly snapshots: string;
  /** Address of the running process. */
  baseUrl(): string;
  /** The client of the running process. */
  quarry(): Quarry;
  start(env?: Settings): Promise<void>;
  /** Shuts down, which saves snapshots. */
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** The errors that the running or the last process logged. */
  errors(): string[];
  /** The warnings that it logged. */
  warnings(): string[];
  /** Another service on a copy of the data. This one must be stopped. */
  copy(): Promise<SnapshotService>;
  /** Stops the service and deletes its data. */
  end(): Promise<void>;
}

/** Creates the data folder. Every start uses these `settings`. */
export async function prepareService(settings: Settings = {}): Promise<SnapshotService> {
  const dataDir = await mkdtemp(join(tmpdir(), "quarry-snapshots-"));
  const rootKey = `qry_${randomBytes(32).toString("base64url")}`;
  return serviceIn(dataDir, { ...settings, QUARRY_DATA_DIR: dataDir, QUARRY_ROOT_KEY: rootKey });
}

function serviceIn(dataDir: string, settings: Settings): SnapshotService {
  let server: RunningServer | undefined;
  const present = () => {
    if (!server) throw new Error("The service was never started");
    return server;
  };
  const logged = (part: string) =>
    present()
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{") && line.includes(part));
  return {
    dataDir,
    snapshots: join(dataDir, "snapshots"),
    baseUrl: () => present().baseUrl,
    quarry: () =>
      new Quarry({ apiKey: settings.QUARRY_ROOT_KEY ?? "", baseUrl: present().baseUrl, maxRetries: 0 }),
    async start(env = {}) {
      server = await startServer({ env: { ...settings, ...env } });
    },
    stop: () => present().stop(),
    async kill() {
      await present().kill();
      await present().stop();
    },
    errors: () => logged('"level":"error"'),
    warnings: () => logged('"level":"warn"'),
    async copy() {
      const folder = await mkdtemp(join(tmpdir(), "quarry-snapshots-"));
      await cp(dataDir, folder, { recursive: true });
      return serviceIn(folder, { ...settings, QUARRY_DATA_DIR: folder });
    },
    async end() {
      await server?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates two spaces with the same number of documents and returns their ids. */
export async function fillSpaces(quarry: Quarry, files: number): Promise<[string, string]> {
  const fill = async (name: string, offset: number): Promise<string> => {
    const spaceId = (await quarry.spaces.create({ name })).space.id;
    const documents = Array.from({ length: files }, (_, number) => ({
      filename: `f${number}.md`,
      content: sentence(number * 2 + offset),
      metadata: { number },
    }));
    await quarry.documents.upsertBatch({ spaceId, documents });
    return spaceId;
  };
  return [await fill("One", 0), await fill("Two", 1)];
}

/** The paths of all snapshot files. */
export async function snapshotFiles({ snapshots }: SnapshotService): Promise<string[]> {
  const entries = await readdir(snapshots, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The modification time of each file. A snapshot that loads completely is not rewritten. */
export async function writtenAt(service: SnapshotService): Promise<Record<string, number>> {
  const paths = await snapshotFiles(service);
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await stat(path)).mtimeMs] as const)),
  );
}

const MODES = ["hybrid", "lexical", "vector"] as const;

/** The results of each question in each mode: ids, texts and similarities in order. */
export async function answersTo(
  quarry: Quarry,
  spaceIds: readonly string[],
  questions: readonly string[],
): Promise<Record<string, readonly string[]>> {
  const ask = async (query: string, mode: (typeof MODES)[number]) => {
    const { results, degraded } = await quarry.query({ query, spaceIds: [...spaceIds], mode, topK: 20 });
    if (degraded) throw new Error(`${mode} used the lexical index alone: ${degraded.reason}`);
    const texts = results.map(
      ({ chunk, document, similarity }) =>
        `${chunk.id} ${similarity} ${chunk.content} ${JSON.stringify(document.metadata)}`,
    );
    return [`${mode}: ${query}`, texts] as const;
  };
  const asked = questions.flatMap((query) => MODES.map((mode) => ask(query, mode)));
  return Object.fromEntries(await Promise.all(asked));
}
