import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { createApp } from "../../server/src/compose/app.ts";
import { createDependencies, type Dependencies } from "../../server/src/compose/dependencies.ts";
import type { OpenDatabase, StatementLog } from "../../server/src/platform/database/database.ts";
import { createConsoleLog, type Log, type LogSettings } from "../../server/src/platform/log/log.ts";
import { readConfig } from "../../server/src/platform/settings/config.ts";
import type { CallOptions, Reply } from "../contract/caller.ts";
import { provideDatabase } from "./migrated-cluster.ts";
import { openTestDatabase, type TestDatabaseOptions } from "./shared-postgres.ts";

/** Deviations from a default server. */
export interface AppOverrides {
  /** Settings, as environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** An existing folder, kept after the app stops. Default: a temporary one. */
  readonly dataDir?: string;
  /** Opens another database than a new one on the shared server. */
  readonly openDatabase?: (options: TestDatabaseOptions) => Promise<OpenDatabase>;
  /** Receives each SQL statement that the application runs. */
  readonly statements?: StatementLog;
  /** Replaces dependencies, e.g. a service by a broken one. */
  readonly change?: (deps: Dependencies) => Dependencies;
}

/** The application without a port: requests go directly to `app.handle`. */
export interface InProcessApp {
  readonly deps: Dependencies;
  readonly app: { handle(request: Request): Promise<Response> };
  readonly rootKey: string;
  readonly orgId: string;
  /** Captured log lines. */
  readonly logLines: readonly string[];
  /** The SDK over `app.handle`, with the root key and without retries. */
  readonly quarry: Quarry;
  /** The SDK with another key. */
  quarryWith(apiKey: string): Quarry;
  /** Sends a request, by default with the root key, and returns the response for any status. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  stop(): Promise<void>;
}

const BASE_URL = "http://localhost";

/** Builds the application on its own data folder; start one per test file. */
export async function startApp(overrides: AppOverrides = {}): Promise<InProcessApp> {
  const rootKey = `qry_${randomBytes(32).toString("base64url")}`;
  const dataDir = overrides.dataDir ?? (await mkdtemp(join(tmpdir(), "quarry-app-")));
  const logLines: string[] = [];
  const settings = {
    QUARRY_DATA_DIR: dataDir,
    QUARRY_ROOT_KEY: rootKey,
    QUARRY_CHECK_ANSWERS: "true",
    ...overrides.env,
  };
  const { statements } = overrides;
  const config = readConfig(settings);
  // A folder of the caller's may be opened again: then the database must be in it, or be the caller's, too.
  const openDatabase =
    overrides.openDatabase ?? (overrides.dataDir === undefined ? openTestDatabase : undefined);
  const isShared = config.databaseUrl === undefined && openDatabase !== undefined;
  if (config.databaseUrl === undefined && openDatabase === undefined) await provideDatabase(dataDir);
  const built = await createDependencies(config, capturedLog(config.log, logLines), {
    ...(statements ? { statements } : {}),
    ...(isShared ? { openDatabase: (_config, _folder, log) => openDatabase({ log, statements }) } : {}),
  });
  const { orgId } = await built.services.organizations.ensureFirst(rootKey);
  built.services.accounts.listenAt(BASE_URL);
  const deps = overrides.change?.(built) ?? built;
  const app = createApp(deps);
  const handle = async (request: Request): Promise<Response> => app.handle(request);
  const quarryWith = (apiKey: string): Quarry =>
    new Quarry({
      apiKey,
      baseUrl: BASE_URL,
      maxRetries: 0,
      timeoutMs: 120_000,
      fetch: (url, init) => handle(new Request(url, init)),
    });
  return {
    deps,
    app: { handle },
    rootKey,
    orgId,
    logLines,
    quarry: quarryWith(rootKey),
    quarryWith,
    async call(method, path, { body, key = rootKey, headers, rawBody } = {}) {
      const sent = new Headers(key === null ? {} : { "Svc-Api-Key": key });
      if (body !== undefined) sent.set("Content-Type", "application/json");
      for (const [name, value] of Object.entries(headers ?? {})) sent.set(name, value);
      const payload = body === undefined ? rawBody : JSON.stringify(body);
      const init: RequestInit = { method, headers: sent };
      if (payload !== undefined) init.body = payload;
      const response = await handle(new Request(BASE_URL + path, init));
      const text = await response.text();
      if (response.status === 500)
        console.error(`${method} ${path} answered 500.\n${logLines.slice(-3).join("\n")}`);
      return { status: response.status, headers: response.headers, text, json: parsed(text) };
    },
    async stop() {
      await built.close();
      if (overrides.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A console log that captures its lines. */
function capturedLog(settings: LogSettings, lines: string[]): Log {
  const log = createConsoleLog(settings);
  const caught = (write: () => void): void => {
    const { log: info, error } = console;
    console.log = (line: unknown) => void lines.push(String(line));
    console.error = console.log;
    try {
      write();
    } finally {
      console.log = info;
      console.error = error;
    }
  };
  return {
    announce: (message) => caught(() => log.announce(message)),
    debug: (message, fields) => caught(() => log.debug(message, fields)),
    info: (message) => caught(() => log.info(message)),
    warn: (message, fields) => caught(() => log.warn(message, fields)),
    error: (message, error, fields) => caught(() => log.error(message, error, fields)),
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
