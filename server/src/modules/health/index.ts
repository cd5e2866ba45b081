import { QuarryError } from "@quarry/core";
import { Type } from "@sinclair/typebox";
import { sql } from "drizzle-orm";
import { Elysia } from "elysia";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Mount } from "../../platform/http/responses.ts";

const Health = Type.Object({ status: Type.Literal("ok") });

/** Liveness and readiness routes, without credentials. `isReady` returns whether the indexes match the database. */
export function healthRoutes(
  { db, indexer, isReady }: { db: Database; indexer: Indexer; isReady: () => boolean },
  { prefix, describe, responses }: Mount,
) {
  return new Elysia({ prefix })
    .get("/health", () => ({ status: "ok" as const }), {
      response: { 200: Health },
      detail: { ...describe("health", "Check that the process is alive"), security: [] },
    })
    .get(
      "/ready",
      async () => {
        await db.execute(sql`select 1`).catch((cause: unknown) => {
          throw new QuarryError("unavailable", "The database is unavailable.", { cause });
        });
        if (!isReady())
          throw new QuarryError("unavailable", "The indexes are still being filled.", { retryAfterMs: 1000 });
        await indexer.ready();
        return { status: "ok" as const };
      },
      {
        response: responses({ 200: Health }),
        detail: { ...describe("ready", "Check that the service can answer queries"), security: [] },
      },
    );
}
