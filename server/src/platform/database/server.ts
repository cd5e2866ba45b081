import { QuarryError } from "@quarry/core";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import { errorCode } from "../log/database-errors.ts";
import { createConsoleLog, type Log } from "../log/log.ts";
import { claimName } from "./claim-name.ts";
import { CONNECTION, type Connect, KEPT_PLANS } from "./connection.ts";
import { createDamageWatch } from "./damage.ts";
import type { OpenDatabase, PoolState, StatementLog } from "./database.ts";
import { withPreparedStatements } from "./prepared-statements.ts";

// The driver is patched (patches/): a reconnected connection starts with clean state, and the holder of a reserved
// connection that closes gets an error; one that is left inside of a transaction is replaced. With the released version (3.4.9), a restart of PostgreSQL ends this process or
// blocks connections.
const MAX_CONNECTIONS = 10;
const MAX_LOOKUPS = 6;

const LEFT_IN_TRANSACTION =
  "A connection to the database was left inside of a transaction. It was closed, so that no other call became part of it. Please report this fault of Quarry.";

/**
 * Connects to a PostgreSQL server, version 15 or newer.
 * @throws QuarryError `invalid_request` when the connection fails. The message does not contain the URL, because the URL
 * contains a password.
 */
export async function openServerDatabase(
  url: string,
  log: Log = createConsoleLog(),
  statements?: StatementLog,
): Promise<OpenDatabase> {
  const connect: Connect = (options) => postgres(url, { ...CONNECTION, ...options });
  const probe = connect({ max: 1 });
  try {
    await probe`select 1`;
  } catch (cause) {
    throw new QuarryError(
      "invalid_request",
      `Cannot connect to the PostgreSQL server of DATABASE_URL: ${describeProblem(errorCode(cause))}`,
      { cause },
    );
  } finally {
    await probe.end({ timeout: 1 });
  }
  return databaseOver(connect, { log, statements, isEmbedded: false });
}

/** Opens a database, embedded or on a server, with a pool of connections. */
export function databaseOver(
  connect: Connect,
  options: { readonly log: Log; readonly statements: StatementLog | undefined; readonly isEmbedded: boolean },
): OpenDatabase {
  const { log, statements, isEmbedded } = options;
  const onunclean = () => log.warn(LEFT_IN_TRANSACTION);
  const sql = connect({ max: MAX_CONNECTIONS, onunclean });
  const lookups = connect({ max: MAX_LOOKUPS, connection: KEPT_PLANS, onunclean });
  const damage = createDamageWatch(log, async (file) => {
    const [row] = await sql`select pg_filenode_relation(0, ${file})::regclass::text as name`;
    return row?.name ?? undefined;
  });
  const over = (client: Sql) =>
    drizzle(withPreparedStatements(client, damage.note), statements ? { logger: statements } : {});
  return {
    db: over(sql),
    lookups: over(lookups),
    isEmbedded,
    claim: (name, mode) => claimName(connect, name, mode, log),
    async exclusively(name, task) {
      const session = await sql.reserve();
      try {
        await session`select pg_advisory_lock(hashtext(${name}))`;
        return await task();
      } finally {
        await session`select pg_advisory_unlock(hashtext(${name}))`.catch(() => undefined);
        session.release();
      }
    },
    connect: () => connect({ max: 1 }),
    damage: damage.problems,
    pool: () => sumOf((sql as CountedSql).counts(), (lookups as CountedSql).counts()),
    async close() {
      await Promise.all([sql.end({ timeout: 5 }), lookups.end({ timeout: 5 })]);
    },
  };
}

/** The driver with our patch. */
type CountedSql = Sql & { counts(): PoolState };

function sumOf(left: PoolState, right: PoolState): PoolState {
  return {
    idle: left.idle + right.idle,
    busy: left.busy + right.busy,
    waiting: left.waiting + right.waiting,
  };
}

/** Describes a connection error and how to fix it. */
function describeProblem(code: string): string {
  switch (code) {
    case "ECONNREFUSED":
      return "nothing listens at its address. Check the host and port, and that the server runs.";
    case "ENOTFOUND":
      return "its host name is unknown. Check the host.";
    case "CONNECT_TIMEOUT":
    case "ETIMEDOUT":
      return "it does not answer within 10 s. Check the host and port, and the network between.";
    case "28P01":
    case "28000":
      return "it refuses the user or the password. Check both.";
    case "3D000":
      return "it has no database of that name. Create it, or check the name.";
    case "53300":
      return "it accepts no more connections. Raise its max_connections, or stop another program.";
    default:
      return "it refuses the connection. Check its address, user and password, and that it runs.";
  }
}
