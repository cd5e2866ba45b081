import { existsSync } from "node:fs";
import { join } from "node:path";
import { QuarryError } from "@quarry/core";
import postgres from "postgres";
import { createConsoleLog, type Log } from "../../log/log.ts";
import { CONNECTION, type Connect } from "../connection.ts";
import type { OpenDatabase, StatementLog } from "../database.ts";
import { databaseOver } from "../server.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import { prepareCluster } from "./cluster.ts";
import { initializeCluster } from "./initialize.ts";
import { startPostmaster } from "./postmaster.ts";
import { addressOf } from "./server-address.ts";
import { superviseServer } from "./supervise.ts";
import { deleteBackup, finishUpgrade, upgradeIfOlder } from "./upgrade.ts";

/** How to open the embedded database. */
export interface EmbeddedOptions {
  readonly log?: Log;
  readonly statements?: StatementLog | undefined;
  /** Where the binaries of an earlier major version are, for an upgrade; see `binariesIn`. */
  readonly oldBinaries?: string | undefined;
  /** Left out: the npm package's. */
  readonly binaries?: Binaries;
  /** PostgreSQL's settings that differ from the standard ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The embedded database, with its server's process. */
export interface EmbeddedDatabase extends OpenDatabase {
  /** Process id of the server; it changes when the server was started again. */
  serverPid(): number;
}

/**
 * Opens the embedded PostgreSQL in `folder`, which the caller has locked, and makes it if there is none. It runs as a
 * child process until `close`, or until this process ends in any way.
 * @throws QuarryError `invalid_request` when it cannot run here, with what to do.
 */
export async function openEmbeddedDatabase(
  folder: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const { log = createConsoleLog(), statements, oldBinaries, settings = {} } = options;
  const { binaries = findBinaries() } = options;
  finishUpgrade(folder);
  const hadCluster = existsSync(join(folder, "data", "PG_VERSION"));
  if (!hadCluster) await initializeCluster(folder, binaries);
  const isUpgraded = await upgradeIfOlder(folder, binaries, { oldBinaries, log });
  const cluster = prepareCluster(folder, binaries);
  const address = addressOf(cluster);
  const server = await superviseServer(() => startPostmaster(cluster, address, log, settings), log).catch(
    (error: unknown) => {
      address.release();
      throw error;
    },
  );
  if (!isUpgraded) deleteBackup(folder);
  const connect: Connect = (options) =>
    postgres({ ...CONNECTION, ...address.options(), database: "postgres", ...options });
  const database = databaseOver(connect, { log, statements, isEmbedded: true });
  return {
    ...database,
    serverPid: server.pid,
    async close() {
      await database.close();
      await server.stop();
      address.release();
    },
  };
}

/**
 * Refuses the database folder of version 0.1.0, whose PostgreSQL was another one (PGlite).
 * @throws QuarryError `invalid_request` when there is one and no newer one.
 */
export function refuseOldFolder(oldFolder: string, folder: string): void {
  if (!existsSync(join(oldFolder, "PG_VERSION")) || existsSync(folder)) return;
  throw new QuarryError(
    "invalid_request",
    `The database in ${oldFolder} was made by Quarry 0.1.0, which this version cannot open. Export each space with 0.1.0 (quarry export), set QUARRY_DATA_DIR to a new folder, and import them (quarry import); see docs/operating.md.`,
  );
}
