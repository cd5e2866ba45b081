import { QuarryError } from "@quarry/core";
import { Type } from "@sinclair/typebox";
import { sql } from "drizzle-orm";
import { Elysia } from "elysia";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import type { Database } from "../../platform/database/database.ts";
import type { DiskCheck } from "../../platform/database/disk-check.ts";
import type { Mount } from "../../platform/http/responses.ts";
import type { Plugins } from "../../platform/plugins/plugins.ts";

const Health = Type.Object({ status: Type.Literal("ok") });

const Readiness = Type.Object({
  status: Type.Union([Type.Literal("ok"), Type.Literal("degraded")], {
    description: "`degraded`: queries are answered, but something else does not work.",
  }),
  problems: Type.Optional(
    Type.Array(Type.String(), { description: "What does not work, and what the operator can do." }),
  ),
});

/** What the routes need. */
export interface HealthDeps {
  readonly db: Database;
  readonly indexer: Pick<Indexer, "ready">;
  /** Returns whether the indexes match the database. */
  readonly isReady: () => boolean;
  readonly checkDisk: DiskCheck;
  readonly plugins: Pick<Plugins, "problems">;
}

/** Liveness and readiness routes, without credentials. */
export function healthRoutes(
  { db, indexer, isReady, checkDisk, plugins }: HealthDeps,
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
        const fullDisk = await checkDisk();
        const problems = [...(fullDisk === undefined ? [] : [fullDisk]), ...plugins.problems()];
        return problems.length === 0 ? { status: "ok" as const } : { status: "degraded" as const, problems };
      },
      {
        response: responses({ 200: Readiness }),
        detail: { ...describe("ready", "Check that the service can answer queries"), security: [] },
      },
    );
}
