import { QuarryError } from "@quarry/core";
import { sql } from "drizzle-orm";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import type { Database } from "../../platform/database/database.ts";
import type { DiskCheck } from "../../platform/database/disk-check.ts";
import type { Plugins } from "../../platform/plugins/plugins.ts";
import { createProbe } from "./probe.ts";

/** Says whether the service can answer queries. */
export interface Readiness {
  /**
   * Returns what does not work although queries are answered. Takes less than 100 ms, also while a part does not answer.
   * @throws QuarryError `unavailable` when queries cannot be answered, or writes because the vector store is away.
   */
  problems(): Promise<string[]>;
}

/** Creates the check of the database, the indexes, the vector store, the disk and the plug-ins. */
export function createReadiness(deps: {
  readonly db: Database;
  readonly indexer: Pick<Indexer, "ready">;
  /** Returns whether the indexes match the database. */
  readonly isReady: () => boolean;
  readonly checkDisk: DiskCheck;
  readonly plugins: Pick<Plugins, "problems">;
}): Readiness {
  const { db, indexer, isReady, checkDisk, plugins } = deps;
  const database = createProbe({
    name: "database",
    ask: () =>
      db.execute(sql`select 1`).then(
        () => undefined,
        (cause: unknown) => {
          throw new QuarryError("unavailable", "The database is unavailable.", { cause });
        },
      ),
    // It has been migrated.
    isWorking: true,
  });
  const vectorStore = createProbe({
    name: "vector store",
    ask: () => indexer.ready().then(() => undefined),
  });
  // The service has just opened its folder there.
  const disk = createProbe({ name: "disk of the data folder", ask: checkDisk, isWorking: true });

  return {
    async problems() {
      const [ofDatabase, ofStore, ofDisk] = await Promise.allSettled(
        [database, vectorStore, disk].map((probe) => probe.check()),
      );
      const found = [...problemsOf(ofDatabase)];
      if (!isReady())
        throw new QuarryError("unavailable", "The indexes are still being filled.", { retryAfterMs: 1000 });
      return [...found, ...problemsOf(ofStore), ...problemsOf(ofDisk), ...plugins.problems()];
    },
  };
}

function problemsOf(outcome: PromiseSettledResult<string[]> | undefined): string[] {
  if (outcome?.status === "rejected") throw outcome.reason;
  return outcome?.value ?? [];
}
