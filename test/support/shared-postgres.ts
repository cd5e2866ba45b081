import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { CONNECTION, type Connect } from "../../server/src/platform/database/connection.ts";
import type { OpenDatabase, StatementLog } from "../../server/src/platform/database/database.ts";
import { SUPERUSER } from "../../server/src/platform/database/embedded/initialize.ts";
import { startPostmaster } from "../../server/src/platform/database/embedded/postmaster.ts";
import { addressOf } from "../../server/src/platform/database/embedded/server-address.ts";
import { databaseOver } from "../../server/src/platform/database/server.ts";
import { createConsoleLog, type Log } from "../../server/src/platform/log/log.ts";
import { copyMigratedCluster } from "./migrated-cluster.ts";
import { removeAtEnd } from "./remove-at-end.ts";

/**
 * One PostgreSQL server for all tests except the lifecycle tests of the embedded database. Each test database is a copy of
 * an empty, migrated one and takes tens of milliseconds to create. The server ends with the process that started it: the
 * suite, or a single run of `bun test`.
 */

/** Options of a test database. */
export interface TestDatabaseOptions {
  readonly log?: Log;
  readonly statements?: StatementLog | undefined;
  /** False for a database without tables. */
  readonly isMigrated?: boolean;
  /** Starts a proxy in front of the server's socket, and returns the proxy's. */
  readonly through?: (socket: string) => string;
}

/** Trades durability for speed. */
const SETTINGS = { fsync: "off", full_page_writes: "off", max_connections: "500", autovacuum: "off" };

/** Environment variable with the path of the server's socket. Bun reloads modules for each test file, but keeps the environment. */
const SOCKET = "QUARRY_TEST_POSTGRES_SOCKET";
const TEMPLATE = "postgres";

/** A database on the shared server that stays when it is closed. */
export interface KeptDatabase {
  /** Opens it. It reports itself as embedded. */
  open(options?: TestDatabaseOptions): Promise<OpenDatabase>;
  drop(): Promise<void>;
}

/** Creates a separate database on the shared server. */
export async function createTestDatabase({
  isMigrated = true,
}: TestDatabaseOptions = {}): Promise<KeptDatabase> {
  await startSharedPostgres();
  const name = `test_${randomBytes(8).toString("hex")}`;
  const template = isMigrated ? TEMPLATE : "template0";
  // Copying files is the faster strategy while fsync is off.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  return {
    async open({ log = createConsoleLog(), statements, through } = {}) {
      const socket = through?.(process.env[SOCKET] ?? "");
      return databaseOver(connectTo(name, socket), { log, statements, isEmbedded: true });
    },
    drop: () => administer(`drop database ${name} with (force)`),
  };
}

/** Creates and opens a separate database on the shared server, and drops it when it is closed. */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<OpenDatabase> {
  const kept = await createTestDatabase(options);
  const database = await kept.open(options);
  return {
    ...database,
    async close() {
      await database.close();
      await kept.drop();
    },
  };
}

/** Like `openTestDatabase`, but reports itself as a database server, to which other processes may write. */
export async function openAsServer(options: TestDatabaseOptions = {}): Promise<OpenDatabase> {
  return { ...(await openTestDatabase(options)), isEmbedded: false };
}

/**
 * Connects to a database of the shared server by name.
 * @param path The server's socket, or a proxy's.
 */
export const connectTo =
  (database: string, path = process.env[SOCKET] ?? ""): Connect =>
  (options) =>
    postgres({ ...CONNECTION, username: SUPERUSER, path, database, ...options });

async function administer(statement: string): Promise<void> {
  const admin = connectTo("template1")({ max: 1 });
  await admin.unsafe(statement).finally(() => admin.end({ timeout: 1 }));
}

let starting: Promise<void> | undefined;

/** Starts the server, unless this process or its parent has started it. */
export async function startSharedPostgres(): Promise<void> {
  if (process.env[SOCKET] !== undefined) return;
  starting ??= start();
  await starting;
}

async function start(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-shared-"));
  removeAtEnd(folder, 2);
  const cluster = await copyMigratedCluster(join(folder, "postgres"));
  const address = addressOf(cluster);
  await startPostmaster(cluster, address, createConsoleLog(), SETTINGS);
  process.env[SOCKET] = address.options().path ?? "";
}
