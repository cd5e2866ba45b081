import { QuarryError } from "@quarry/core";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { OpenDatabase } from "./database.ts";
import * as schema from "./schema.ts";

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_SECONDS = 10;

/**
 * Connects to a PostgreSQL server, version 15 or newer.
 * @throws QuarryError `invalid_request` when it does not answer or refuses; the message never shows the URL, which
 * holds a password.
 */
export async function openServerDatabase(url: string): Promise<OpenDatabase> {
  const sql = postgres(url, {
    max: MAX_CONNECTIONS,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    onnotice: () => undefined,
  });
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
    db: drizzle(sql, { schema }),
    isEmbedded: false,
    async claim(name, mode) {
      // A session's lock: PostgreSQL frees it however this process ends.
      const session = await sql.reserve();
      const suffix = session.unsafe(mode === "alone" ? "" : "_shared");
      const [row] = await session<
        { free: boolean }[]
      >`select pg_try_advisory_lock${suffix}(hashtext(${name})) as free`;
      if (!row?.free) {
        session.release();
        return undefined;
      }
      return {
        async release() {
          await session`select pg_advisory_unlock${suffix}(hashtext(${name}))`;
          session.release();
        },
      };
    },
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
