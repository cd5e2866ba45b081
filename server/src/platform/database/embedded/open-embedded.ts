import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { QuarryError } from "@quarry/core";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { createConsoleLog, type Log } from "../../log/log.ts";
import { CONNECTION, type Connect } from "../connection.ts";
import type { OpenDatabase, StatementLog } from "../database.ts";
import { databaseOver } from "../server.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import { prepareCluster } from "./cluster.ts";
import { noteFileSizes, type RelationNames, requireWholeFiles } from "./file-sizes.ts";
import { initializeCluster } from "./initialize.ts";
import { startPostmaster } from "./postmaster.ts";
import { addressOf } from "./server-address.ts";
import { superviseServer } from "./supervise.ts";
import { deleteBackup, finishUpgrade, upgradeIfOlder } from "./upgrade.ts";

/** How to open the embedded database. */
export interface EmbeddedOptions {
  readonly log?: Log;
  readonly statements?: StatementLog | undefined;
  /** Folder with the binaries of an earlier major version, for an upgrade; see `binariesIn`. */
  readonly oldBinaries?: string | undefined;
  /** Defaults to the npm package's binaries. */
  readonly binaries?: Binaries;
  /** PostgreSQL settings that override Quarry's. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** How long a stop waits for the names of tables. */
const NAMES_MS = 500;

/** An open embedded database. */
export interface EmbeddedDatabase extends OpenDatabase {
  /** Process id of the server. It changes when the server restarts. */
  serverPid(): number;
}

/**
 * Opens the embedded PostgreSQL in `folder`, and creates it if it does not exist. The caller must have locked the folder.
 * The server is a child process, which runs until `close` or until this process ends, however it ends.
 * @throws QuarryError `invalid_request` when PostgreSQL cannot run on this system; the message states what to do.
 */
export async function openEmbeddedDatabase(
  folder: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const { log = createConsoleLog(), statements, oldBinaries, settings = {} } = options;
  const { binaries = findBinaries() } = options;
  finishUpgrade(folder);
  const hadCluster = existsSync(join(folder, "data", "PG_VERSION"));
  if (hadCluster) requireWholeFiles(folder);
  else await initializeCluster(folder, binaries);
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
      const names = await relationNames(database).catch(() => ({}));
      await database.close();
      await server.stop();
      noteFileSizes(folder, names);
      address.release();
    },
  };
}

/** The tables and indexes by the numbers of their files; none when the server does not answer. */
async function relationNames({ db }: OpenDatabase): Promise<RelationNames> {
  const asked = db.execute<{ node: number; name: string }>(
    sql`select relfilenode as node, oid::regclass::text as name from pg_class where relfilenode > 0`,
  );
  const rows = await Promise.race([asked, sleep(NAMES_MS, [], { ref: false })]);
  return Object.fromEntries(rows.map(({ node, name }) => [String(node), name]));
}

/**
 * Refuses the database folder of version 0.1.0, which used PGlite.
 * @throws QuarryError `invalid_request` when `oldFolder` holds a database and `folder` does not exist.
 */
export function refuseOldFolder(oldFolder: string, folder: string): void {
  if (!existsSync(join(oldFolder, "PG_VERSION")) || existsSync(folder)) return;
  throw new QuarryError(
    "invalid_request",
    `Quarry 0.1.0 created the database in ${oldFolder}; this version cannot open it. Export each space with 0.1.0 (quarry export), set QUARRY_DATA_DIR to a new folder, and import them (quarry import); see docs/operating.md.`,
  );
}
