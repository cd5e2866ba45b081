import type { Log } from "../log/log.ts";
import type { Config } from "../settings/config.ts";
import type { DataFolder } from "./data-folder.ts";
import type { OpenDatabase, StatementLog } from "./database.ts";
import { openEmbeddedDatabase } from "./embedded.ts";
import { migrateDatabase } from "./migrate.ts";
import { openServerDatabase } from "./server.ts";

/**
 * Opens the database that the configuration names and brings its schema up to date.
 * @throws QuarryError `invalid_request` when it cannot be reached.
 */
export async function openDatabase(
  config: Config,
  folder: DataFolder,
  log: Log,
  statements?: StatementLog,
): Promise<OpenDatabase> {
  const database =
    config.databaseUrl === undefined
      ? await openEmbeddedDatabase(folder.path("database"), statements)
      : await openServerDatabase(config.databaseUrl, log, statements);
  try {
    await migrateDatabase(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
