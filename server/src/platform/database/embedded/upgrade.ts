import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { QuarryError } from "@quarry/core";
import postgres from "postgres";
import type { Log } from "../../log/log.ts";
import { CONNECTION } from "../connection.ts";
import { migrateDatabase } from "../migrate.ts";
import { databaseOver } from "../server.ts";
import { type Binaries, binariesIn } from "./binaries.ts";
import { type Cluster, majorOf, prepareCluster } from "./cluster.ts";
import { copyDatabase } from "./copy-database.ts";
import { initializeCluster, syncFolder } from "./initialize.ts";
import { stopLeftovers } from "./leftovers.ts";
import { startPostmaster } from "./postmaster.ts";
import { addressOf } from "./server-address.ts";

// Both folders are siblings of the cluster's. The first holds the new cluster while rows are copied into it. The second
// keeps the old cluster until the next successful start.
const upgradedOf = (folder: string) => `${folder}-upgraded`;
const backupOf = (folder: string, major: number) => `${folder}-${major}-backup`;

/**
 * Upgrades a cluster that an earlier major version of PostgreSQL created: copies all rows into a new cluster, compares
 * the row counts, and swaps the folders.
 * @returns True when it upgraded the cluster.
 * @throws QuarryError `invalid_request` when a later version created the cluster, or `oldBinaries` is undefined.
 */
export async function upgradeIfOlder(
  folder: string,
  binaries: Binaries,
  { oldBinaries, log }: { readonly oldBinaries: string | undefined; readonly log: Log },
): Promise<boolean> {
  const major = majorOf(folder) ?? binaries.major;
  if (major === binaries.major) return false;
  if (major > binaries.major)
    throw new QuarryError(
      "invalid_request",
      `PostgreSQL ${major} created the database in ${folder}; this Quarry has PostgreSQL ${binaries.major}. Start the version of Quarry that created it, or a later one.`,
    );
  if (oldBinaries === undefined)
    throw new QuarryError(
      "invalid_request",
      `PostgreSQL ${major} created the database in ${folder}; this Quarry has PostgreSQL ${binaries.major}. To upgrade the database, set QUARRY_OLD_POSTGRES to a folder with PostgreSQL ${major}'s bin and lib, and start Quarry again; see docs/operating.md.`,
    );
  const upgraded = upgradedOf(folder);
  if (existsSync(upgraded)) {
    await stopLeftovers(prepareCluster(upgraded, binaries));
    rmSync(upgraded, { recursive: true });
  }
  log.info(`Upgrading the embedded database from PostgreSQL ${major} to ${binaries.major}.`);
  await initializeCluster(upgraded, binaries);
  await using from = await openForUpgrade(prepareCluster(folder, binariesIn(oldBinaries, major)), log);
  await using to = await openForUpgrade(prepareCluster(upgraded, binaries), log);
  const rows = await copyDatabase(from.sql, to.sql, log);
  await to[Symbol.asyncDispose]();
  await from[Symbol.asyncDispose]();
  renameSync(folder, backupOf(folder, major));
  renameSync(upgraded, folder);
  syncFolder(dirname(folder));
  log.info(
    `Upgraded the embedded database: ${rows} rows. The old database stays in ${backupOf(folder, major)} until the next start.`,
  );
  return true;
}

/** Finishes an upgrade that was interrupted between its two renames. */
export function finishUpgrade(folder: string): void {
  if (!existsSync(folder) && existsSync(upgradedOf(folder)) && backups(folder).length > 0)
    renameSync(upgradedOf(folder), folder);
}

/** Deletes the old cluster that an earlier upgrade kept. */
export function deleteBackup(folder: string): void {
  for (const backup of backups(folder)) rmSync(backup, { recursive: true, force: true });
}

function backups(folder: string): string[] {
  const parent = dirname(folder);
  const isBackup = (name: string) => name.startsWith(`${basename(folder)}-`) && /-\d+-backup$/.test(name);
  return existsSync(parent)
    ? readdirSync(parent)
        .filter(isBackup)
        .map((name) => join(parent, name))
    : [];
}

/** Starts the server of a cluster and migrates its schema. */
async function openForUpgrade(cluster: Cluster, log: Log) {
  const address = addressOf(cluster);
  const server = await startPostmaster(cluster, address, log);
  const sql = postgres({ ...CONNECTION, ...address.options(), database: "postgres", max: 1 });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await sql.end({ timeout: 5 });
    await server.stop();
    address.release();
  };
  try {
    const connect = () => postgres({ ...CONNECTION, ...address.options(), database: "postgres", max: 2 });
    const database = databaseOver(connect, { log, statements: undefined, isEmbedded: true });
    await migrateDatabase(database).finally(database.close);
  } catch (error) {
    await close();
    throw error;
  }
  return { sql, [Symbol.asyncDispose]: close };
}
