import { statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { type Clock, QuarryError } from "@quarry/core";
import { type DoctorResponse, OPERATOR_QUEUES, type OperatorState, type QueueState } from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";
import type { Database } from "../../platform/database/database.ts";
import { memoryOfPrograms } from "../../platform/telemetry/process-memory.ts";
import type { Readiness } from "../health/readiness.ts";
import { type QueueEntries, readQueues } from "../metrics/queues.ts";
import { createExaminer, type Examination } from "./examiner.ts";
import { keepAnswer } from "./kept-answer.ts";
import type { RequireOperator } from "./operator-access.ts";
import * as queries from "./operator-rows.ts";

/** What the operator of the service sees and does, across all organizations. */
export interface OperatorService {
  /** @throws QuarryError `forbidden` for everyone else. */
  get(caller: Caller): Promise<OperatorState>;
  /**
   * Examines the stored data; with `repair`, also repairs it. Calls at the same time share one examination. When it takes too
   * long for a call, the next call with the same `repair` gets the result.
   * @throws QuarryError `unavailable` when it takes too long, `conflict` while one with another `repair` runs.
   */
  examine(caller: Caller, repair: boolean): Promise<DoctorResponse>;
}

/** Facts that do not change while the process runs. */
export interface ServiceFacts {
  readonly version: string;
  readonly startedAt: Date;
  readonly database: OperatorState["database"]["kind"];
  readonly vectorStore: string;
  readonly embeddingModel: string;
  readonly dataDir: string;
}

/** The counts read all rows, and the page asks every ten seconds. */
const COUNTS_KEPT_MS = 30_000;

/**
 * Creates the service.
 * @param deps.doctor Starts an examination.
 * @param deps.answerWithinMs How long a call waits for it.
 */
export function createOperatorService(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly facts: ServiceFacts;
  readonly readiness: Readiness;
  readonly requireOperator: RequireOperator;
  readonly doctor: (repair: boolean) => Examination;
  readonly answerWithinMs?: number;
}): OperatorService {
  const { db, clock, facts, readiness, requireOperator, doctor, answerWithinMs } = deps;
  const examine = createExaminer({ clock, doctor, answerWithinMs });
  const readRows = keepAnswer(() => Promise.all([queries.readCounts(db), queries.readFailures(db)]), {
    keepMs: COUNTS_KEPT_MS,
    clock,
  });

  return {
    async get(caller) {
      await requireOperator(caller);
      const [database, [counted, failures], entries, disk, problems] = await Promise.all([
        queries.readDatabase(db),
        readRows(),
        readQueues(db),
        statfs(facts.dataDir),
        problemsOf(readiness),
      ]);
      const { retrying, ...counts } = counted;
      const { version, startedAt, vectorStore, embeddingModel } = facts;
      return {
        ...{ version, vectorStore, embeddingModel, counts, retrying, failures, problems },
        startedAt: startedAt.toISOString(),
        uptimeSeconds: Math.round((clock.now() - startedAt.getTime()) / 1000),
        database: { kind: facts.database, ...database },
        queues: OPERATOR_QUEUES.map((queue) => toQueue(queue, entries)),
        disk: { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize },
        memory: {
          processBytes: process.memoryUsage.rss(),
          childrenBytes: Object.values(memoryOfPrograms(process.pid)).reduce((sum, bytes) => sum + bytes, 0),
          totalBytes: totalmem(),
        },
      };
    },

    async examine(caller, repair) {
      await requireOperator(caller);
      return examine(repair);
    },
  };
}

async function problemsOf(readiness: Readiness): Promise<string[]> {
  return readiness.problems().catch((error: unknown) => {
    if (!QuarryError.isInstance(error)) throw error;
    return [error.message];
  });
}

function toQueue(queue: QueueState["queue"], entries: readonly QueueEntries[]): QueueState {
  const own = entries.filter((entry) => entry.queue === queue);
  const lengthOf = (state: QueueEntries["state"]) => own.find((entry) => entry.state === state)?.length ?? 0;
  return {
    queue,
    running: lengthOf("running"),
    due: lengthOf("due"),
    later: lengthOf("later"),
    oldestSeconds: Math.round(Math.max(0, ...own.map(({ oldestSeconds }) => oldestSeconds))),
  };
}
