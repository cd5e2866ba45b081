import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { CONNECTION, type Connect } from "../../server/src/platform/database/connection.ts";
import type { OpenDatabase, StatementLog } from "../../server/src/platform/database/database.ts";
import { startPostmaster } from "../../server/src/platform/database/embedded/postmaster.ts";
import { addressOf } from "../../server/src/platform/database/embedded/server-address.ts";
import { databaseOver } from "../../server/src/platform/database/server.ts";
import { createConsoleLog, type Log } from "../../server/src/platform/log/log.ts";
import { copyMigratedCluster } from "./migrated-cluster.ts";

/**
 * One PostgreSQL server for all tests of this process whose subject is not the embedded database's own life. Each
 * database is a copy of an empty, migrated one, made in some tens of milliseconds. The server ends with this process.
 */

/** What a test's database needs to be like. */
export interface TestDatabaseOptions {
  readonly log?: Log;
  readonly statements?: StatementLog | undefined;
  /** False for a database without tables. */
  readonly isMigrated?: boolean;
}

/** Speed instead of durability. */
const SETTINGS = { fsync: "off", full_page_writes: "off", max_connections: "200", autovacuum: "off" };

let server: Promise<{ connectTo(database: string): Connect }> | undefined;
let databases = 0;

/** Opens a database of its own on the shared server; it stands for an embedded one. */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<OpenDatabase> {
  const { log = createConsoleLog(), statements, isMigrated = true } = options;
  server ??= start();
  const { connectTo } = await server;
  databases += 1;
  const name = `test_${databases}`;
  const template = isMigrated ? "postgres" : "template0";
  // The strategy that copies files is the faster one while fsync is off.
  await administer(connectTo, `create database ${name} template ${template} strategy file_copy`);
  const database = databaseOver(connectTo(name), { log, statements, isEmbedded: true });
  return {
    ...database,
    async close() {
      await database.close();
      await administer(connectTo, `drop database ${name} with (force)`);
    },
  };
}

async function administer(connectTo: (database: string) => Connect, statement: string): Promise<void> {
  const admin = connectTo("template1")({ max: 1 });
  await admin.unsafe(statement).finally(() => admin.end({ timeout: 1 }));
}

async function start() {
  const folder = await mkdtemp(join(tmpdir(), "quarry-shared-"));
  const cluster = await copyMigratedCluster(join(folder, "postgres"));
  const address = addressOf(cluster);
  await startPostmaster(cluster, address, createConsoleLog(), SETTINGS);
  removeAtEnd(folder);
  return {
    connectTo:
      (database: string): Connect =>
      (options) =>
        postgres({ ...CONNECTION, ...address.options(), database, ...options }),
  };
}

/** Removes a folder after this process, however it ends: then the shell's input ends. The server has its own guard. */
function removeAtEnd(folder: string): void {
  const guard = spawn("/bin/sh", ["-c", 'read -r _; sleep 2; rm -rf "$0"', folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
}
