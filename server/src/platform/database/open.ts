import type { Log } from "../log/log.ts";
import type { Config } from "../settings/config.ts";
import type { DataFolder } from "./data-folder.ts";
import type { OpenDatabase, StatementLog } from "./database.ts";
import { openEmbeddedDatabase, refuseOldFolder } from "./embedded/open-embedded.ts";
import { migrateDatabase } from "./migrate.ts";
import { openServerDatabase } from "./server.ts";

/**
 * Opens the configured database and migrates its schema.
 * @throws QuarryError `invalid_request` when it cannot be reached.
 */
export async function openConfiguredDatabase(
  config: Config,
  folder: DataFolder,
  log: Log,
  statements?: StatementLog,
): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) refuseOldFolder(folder.path("database"), folder.path("postgres"));
  const database =
    config.databaseUrl === undefined
      ? await openEmbeddedDatabase(folder.path("postgres"), {
          log,
          statements,
          oldBinaries: config.oldPostgres,
        })
      : await openServerDatabase(config.databaseUrl, log, statements);
  try {
    await migrateDatabase(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
