import type { Clock } from "@quarry/core";
import type { BulkAction, BulkFailure } from "@quarry/schema";
import { failureCause } from "../../ingest/jobs/failure-cause.ts";
import type { Database } from "../../platform/database/database.ts";
import { startHeartbeat } from "../../platform/leases/heartbeat.ts";
import { createLease } from "../../platform/leases/leased-rows.ts";
import { createWorkLoop } from "../../platform/leases/work-loop.ts";
import type { Log } from "../../platform/log/log.ts";
import { type WorkObserver, withWork } from "../../platform/work-context.ts";
import { type BulkWork, findBatch } from "./actions/bulk-work.ts";
import * as leases from "./bulk-leases.ts";
import { type BatchRow, cancelOperation, nextBatch } from "./bulk-rows.ts";
import { failureMessage } from "./failure-message.ts";

/** Does the work of bulk operations in the background. */
export interface BulkRunner {
  start(): Promise<void>;
  /** Makes the runner look for operations now instead of at its next poll. */
  wake(): void;
  /** Starts no further batch, and waits for the current one. */
  stop(): Promise<void>;
}

/** Operations of different spaces, so that a slow one does not hold up all others. */
const CONCURRENCY = 2;
const RETRY_BASE_MS = 1000;
const RETRY_MAX_MS = 60_000;

/**
 * Creates the runner of this process. It claims an operation for one batch at a time, so that operations of several
 * spaces take turns.
 */
export function createBulkRunner(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly actions: Readonly<Record<BulkAction, BulkWork>>;
  readonly leaseMs: number;
  /** True when no other process can hold a lease. */
  readonly isOnlyProcess: boolean;
  readonly onWork: WorkObserver | undefined;
}): BulkRunner {
  const { db, clock, log, actions, leaseMs, isOnlyProcess, onWork } = deps;

  const work = (claimed: leases.ClaimedOperation, { number }: BatchRow, ids: readonly string[]) =>
    actions[claimed.action]({ ...claimed, ids }, (tx, failures) =>
      leases.settleDocuments(tx, claimed, number, ids, failures),
    );

  async function fail(
    claimed: leases.ClaimedOperation,
    { number }: BatchRow,
    id: string,
    error: unknown,
  ): Promise<void> {
    if (failureCause(error) === "service")
      log.error("a bulk operation failed on a document", error, { documentId: id });
    const [row] = await findBatch(db, { ...claimed, ids: [id] });
    const failure: BulkFailure = { id, filename: row?.filename ?? null, message: failureMessage(error) };
    await db.transaction((tx) => leases.settleDocuments(tx, claimed, number, [id], [failure]));
  }

  /** One bad document must not fail the others of its batch. */
  async function workSingly(claimed: leases.ClaimedOperation, batch: BatchRow): Promise<void> {
    for (const id of batch.documentIds) {
      if (loop.isStopping) return;
      await work(claimed, batch, [id]).catch((error: unknown) => {
        if (error instanceof leases.LostLease || failureCause(error) === "world") throw error;
        return fail(claimed, batch, id, error);
      });
    }
  }

  async function workBatch(claimed: leases.ClaimedOperation): Promise<void> {
    const now = () => new Date(clock.now());
    // What people see as gone must not change any more.
    if (claimed.isArchived)
      return db.transaction(async (tx) => void (await cancelOperation(tx, claimed.orgId, claimed.id, now())));
    const batch = await nextBatch(db, claimed);
    if (!batch) return leases.completeOperation(db, claimed, now());
    await work(claimed, batch, batch.documentIds).catch((error: unknown) => {
      if (error instanceof leases.LostLease || failureCause(error) === "world") throw error;
      return workSingly(claimed, batch);
    });
    await leases.releaseOperation(db, claimed, now());
  }

  async function setBack(claimed: leases.ClaimedOperation, error: unknown): Promise<void> {
    if (error instanceof leases.LostLease) return;
    log.error("a bulk operation is interrupted and goes on later", error, { operationId: claimed.id });
    const waitMs = Math.min(RETRY_MAX_MS, RETRY_BASE_MS * 2 ** Math.min(claimed.attempts, 10));
    await leases.setBackOperation(db, claimed, new Date(clock.now() + waitMs));
  }

  async function runLeased(claimed: leases.ClaimedOperation): Promise<void> {
    const heartbeat = startHeartbeat(
      leaseMs,
      () => leases.renewOperation(db, claimed, new Date(clock.now() + leaseMs)),
      (error) => log.error("Could not renew the lease of a bulk operation", error),
    );
    try {
      await workBatch(claimed).catch((error: unknown) => setBack(claimed, error));
    } finally {
      heartbeat.stop();
    }
  }

  const loop = createWorkLoop({
    async turn() {
      const claimed = await leases.claimOperation(db, createLease(clock.now(), leaseMs));
      if (!claimed) return false;
      await withWork(onWork, "bulk operation", () => runLeased(claimed));
      return true;
    },
    onError: (error) => log.error("Could not look for bulk operations", error),
    concurrency: CONCURRENCY,
  });

  return {
    async start() {
      if (isOnlyProcess) await leases.releaseAllOperations(db, new Date(clock.now()));
      loop.start();
    },
    wake: loop.wake,
    stop: loop.stop,
  };
}
