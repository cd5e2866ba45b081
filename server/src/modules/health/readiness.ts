import { QuarryError } from "@quarry/core";
import type { Sql } from "postgres";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
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
  /** A connection of its own: slow statements that hold all others do not make the database count as away. */
  readonly connection: Sql;
  /** What is damaged of the database. */
  readonly damage: () => readonly string[];
  readonly indexer: Pick<Indexer, "ready">;
  /** Returns whether the indexes match the database. */
  readonly isReady: () => boolean;
  readonly checkDisk: DiskCheck;
  readonly plugins: Pick<Plugins, "problems">;
}): Readiness {
  const { connection, damage, indexer, isReady, checkDisk, plugins } = deps;
  const database = createProbe({
    name: "database",
    ask: () =>
      connection`select 1`.then(
        () => undefined,
        (cause: unknown) => {
          throw new QuarryError("unavailable", "The database is unavailable.", { cause });
        },
      ),
    // It has been migrated.
    isWorking: true,
  });
  // Connects, which takes longer than a question.
  database.check().catch(() => undefined);
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
      const diskProblems = diskProblemsOf(ofDisk);
      const found = withDisk(() => problemsOf(ofDatabase), diskProblems);
      if (!isReady()) throw notReady(damage());
      return [...found, ...damage(), ...problemsOf(ofStore), ...diskProblems, ...plugins.problems()];
    },
  };
}

/** Queries do not need the disk. */
function diskProblemsOf(outcome: PromiseSettledResult<string[]> | undefined): string[] {
  try {
    return problemsOf(outcome);
  } catch (error) {
    if (!QuarryError.isInstance(error)) throw error;
    return [error.message];
  }
}

/** A database that is away because of its disk is reported with that cause. */
function withDisk(problems: () => string[], ofDisk: readonly string[]): string[] {
  try {
    return problems();
  } catch (error) {
    if (!QuarryError.isInstance(error) || ofDisk.length === 0) throw error;
    throw new QuarryError("unavailable", [error.message, ...ofDisk].join(" "), {
      cause: error.cause,
      ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    });
  }
}

/** Damage may keep the indexes from being filled for good. */
function notReady(damage: readonly string[]): QuarryError {
  const problem = damage.length > 0 ? damage.join(" ") : "The indexes are still being filled.";
  return new QuarryError("unavailable", problem, { retryAfterMs: 1000 });
}

function problemsOf(outcome: PromiseSettledResult<string[]> | undefined): string[] {
  if (outcome?.status === "rejected") throw outcome.reason;
  return outcome?.value ?? [];
}
