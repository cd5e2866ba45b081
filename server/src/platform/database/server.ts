import { QuarryError } from "@quarry/core";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { createConsoleLog, type Log } from "../log/log.ts";
import { claimName } from "./claim-name.ts";
import { CONNECTION } from "./connection.ts";
import type { OpenDatabase, StatementLog } from "./database.ts";
import { withPreparedStatements } from "./prepared-statements.ts";

// The driver is patched (patches/): a connection that closes hands nothing of its past to whoever gets it next, and
// tells whoever still holds it. As released (3.4.9), a restart of PostgreSQL ends the process or blocks connections.
const MAX_CONNECTIONS = 10;

/**
 * Connects to a PostgreSQL server, version 15 or newer.
 * @throws QuarryError `invalid_request` when it does not answer or refuses; the message never shows the URL, which
 * holds a password.
 */
export async function openServerDatabase(
  url: string,
  log: Log = createConsoleLog(),
  statements?: StatementLog,
): Promise<OpenDatabase> {
  const sql = postgres(url, { ...CONNECTION, max: MAX_CONNECTIONS });
  try {
    await sql`select 1`;
  } catch (cause) {
    await sql.end({ timeout: 1 });
    throw new QuarryError(
      "invalid_request",
      "Cannot connect to the PostgreSQL server of DATABASE_URL. Check its address, user and password, and that it runs.",
      { cause },
    );
  }
  return {
    db: drizzle(withPreparedStatements(sql), statements ? { logger: statements } : {}),
    isEmbedded: false,
    claim: (name, mode) => claimName(url, name, mode, log),
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
    close: () => sql.end({ timeout: 5 }),
  };
}
