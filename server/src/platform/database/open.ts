import type { Log } from "../log/log.ts";
import type { Config } from "../settings/config.ts";
import type { DataFolder } from "./data-folder.ts";
import type { OpenDatabase, StatementLog } from "./database.ts";
import { openEmbeddedDatabase, refuseOldFolder } from "./embedded/open-embedded.ts";
import { migrateDatabase } from "./migrate.ts";
import { openServerDatabase } from "./server.ts";

/**
 * Opens the configured database and migrates its schema.
 * @throws QuarryError `invalid_request` when it cannot be reached, or a later version of Quarry migrated it.
 */
export async function openConfiguredDatabase(
  config: Config,
  folder: DataFolder,
  log: Log,
  statements?: StatementLog,
): Promise<OpenDatabase> {
  const database = await openUnmigratedDatabase(config, folder, log, statements);
  try {
    await migrateDatabase(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens the configured database with the tables that it has.
 * @throws QuarryError `invalid_request` when it cannot be reached.
 */
export async function openUnmigratedDatabase(
  config: Config,
  folder: DataFolder,
  log: Log,
  statements?: StatementLog,
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) return openServerDatabase(config.databaseUrl, log, statements);
  refuseOldFolder(folder.path("database"), folder.path("postgres"));
  const options = { log, statements, oldBinaries: config.oldPostgres };
  return openEmbeddedDatabase(folder.path("postgres"), options);
}
