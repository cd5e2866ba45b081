import type { Log } from "../log/log.ts";
import type { Config } from "../settings/config.ts";
import { type DataFolder, openDataFolder } from "./data-folder.ts";
import type { OpenDatabase, StatementLog } from "./database.ts";
import { openConfiguredDatabase } from "./open.ts";

/** The data folder and the database in it, or the server that DATABASE_URL names. */
export interface Storage {
  /** True when the data folder belongs to this process alone. */
  readonly isSingleProcess: boolean;
  readonly folder: DataFolder;
  /** Rejects with a QuarryError `invalid_request` when the database cannot be used. */
  readonly database: Promise<OpenDatabase>;
}

/**
 * Locks the data folder and starts to open the database.
 * @throws QuarryError `invalid_request` when the folder cannot be used.
 */
export function openStorage(
  config: Config,
  log: Log,
  open: typeof openConfiguredDatabase = openConfiguredDatabase,
  statements?: StatementLog,
): Storage {
  const isSingleProcess = config.databaseUrl === undefined || config.vectorStore.kind === "memory";
  const folder = openDataFolder(config.dataDir, isSingleProcess);
  const database = open(config, folder, log, statements);
  // Prevents an unhandled rejection; awaited when the service is composed.
  database.catch(() => undefined);
  return { isSingleProcess, folder, database };
}
