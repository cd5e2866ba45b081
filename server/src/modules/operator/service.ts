import { statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { type Clock, QuarryError } from "@quarry/core";
import {
  type DoctorFinding,
  type DoctorResponse,
  OPERATOR_QUEUES,
  type OperatorState,
  type QueueState,
} from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";
import type { Database } from "../../platform/database/database.ts";
import { memoryOfPrograms } from "../../platform/telemetry/process-memory.ts";
import type { Readiness } from "../health/readiness.ts";
import { type QueueEntries, readQueues } from "../metrics/queues.ts";
import type { RequireOperator } from "./operator-access.ts";
import * as queries from "./operator-rows.ts";

/** What the operator of the service sees and does, across all organizations. */
export interface OperatorService {
  /** @throws QuarryError `forbidden` for everyone else. */
  get(caller: Caller): Promise<OperatorState>;
  /** Examines the stored data; with `repair`, also repairs it. Calls at the same time share one examination. */
  examine(caller: Caller, repair: boolean): Promise<DoctorResponse>;
}

/** What an examination reports, one after the other. */
type Examination = AsyncIterable<
  | ({ readonly type: "finding" } & DoctorFinding)
  | { readonly type: "result"; readonly isGood: boolean; readonly text: string }
  | { readonly type: "progress" | "error"; readonly text: string }
>;

/** Facts that do not change while the process runs. */
export interface ServiceFacts {
  readonly version: string;
  readonly startedAt: Date;
  readonly database: OperatorState["database"]["kind"];
  readonly vectorStore: string;
  readonly embeddingModel: string;
  readonly dataDir: string;
}

const SHOWN_FINDINGS = 1000;
/** Shorter than the time after which the server closes an idle connection. */
const EXAMINED_WITHIN_MS = 200_000;

/** Creates the service. @param deps.doctor Starts an examination. */
export function createOperatorService(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly facts: ServiceFacts;
  readonly readiness: Readiness;
  readonly requireOperator: RequireOperator;
  readonly doctor: (repair: boolean) => Examination;
}): OperatorService {
  const { db, clock, facts, readiness, requireOperator, doctor } = deps;
  let running: { readonly repair: boolean; readonly examined: Promise<DoctorResponse> } | undefined;

  async function examine(repair: boolean): Promise<DoctorResponse> {
    const findings: DoctorFinding[] = [];
    let total = 0;
    let isGood = false;
    for await (const event of doctor(repair)) {
      if (event.type === "result") isGood = event.isGood;
      if (event.type !== "finding") continue;
      total += 1;
      const { orgId, subject, problem, isRepaired } = event;
      if (total <= SHOWN_FINDINGS) findings.push({ orgId, subject, problem, isRepaired });
    }
    return { isGood, total, findings, finishedAt: new Date(clock.now()).toISOString() };
  }

  return {
    async get(caller) {
      await requireOperator(caller);
      const [database, counted, failures, entries, disk, problems] = await Promise.all([
        queries.readDatabase(db),
        queries.readCounts(db),
        queries.readFailures(db),
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
      if (running && running.repair !== repair)
        throw new QuarryError("conflict", "The doctor is at work. Ask again when it is done.");
      running ??= {
        repair,
        examined: examine(repair).finally(() => {
          running = undefined;
        }),
      };
      return within(running.examined, EXAMINED_WITHIN_MS);
    },
  };
}

/** Rejects when the examination takes too long for one call; it goes on. */
async function within<Result>(task: Promise<Result>, limitMs: number): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const message = "The doctor is still at work. Ask again in a minute, or run bun run doctor on the server.";
  const timer = setTimeout(
    () => reject(new QuarryError("unavailable", message, { retryAfterMs: 60_000 })),
    limitMs,
  );
  // It may fail when no one waits any more.
  task.catch(() => undefined);
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
  }
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
