import { type Clock, QuarryError, type VectorStore } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import { createWorkLoop } from "../../platform/leases/work-loop.ts";
import type { Log } from "../../platform/log/log.ts";
import type { IndexChange } from "../records/index-change.ts";
import * as queries from "./outbox-rows.ts";
import { createVectorSync } from "./sync-vectors.ts";
import type { VectorDelivery } from "./vector-delivery.ts";

/** How long the writer of a change may deliver it before the outbox worker takes over. */
const LEASE_MS = 30_000;
/** Delay before the next attempt after the store rejected a change. */
const RETRY_MS = 2000;
const BATCH = 20;
/** Delay between two checks whether an outbox row is gone. */
const SETTLED_POLL_MS = 25;

interface OutboxDeps {
  readonly db: Database;
  readonly vectors: VectorStore;
  readonly clock: Clock;
  readonly log: Log;
  /** True when no other process can be delivering the rows that exist at start. */
  readonly isOnlyProcess: boolean;
}

/**
 * For a store outside the database and this process. A change adds an outbox row in its own transaction; the row is deleted when
 * the store has confirmed the change. Delivery always writes the database's current state, so rows may be delivered
 * twice, late, or in any order.
 */
export function createOutboxDelivery(deps: OutboxDeps): VectorDelivery {
  const { db, vectors, clock } = deps;
  const sync = createVectorSync(deps);
  const worker = createOutboxWorker(deps, sync.syncRow);

  return {
    async stage(tx, change) {
      const subject = subjectOf(change);
      if (!subject) return [];
      const runAt = new Date(clock.now() + LEASE_MS);
      return queries.insertOutbox(tx, subject.orgId, subject.kind, subject.ids, runAt);
    },

    async deliver(change, staged) {
      if (change.kind === "description") return;
      try {
        await sync.writeChange(change);
        await queries.deleteOutbox(db, staged);
      } catch (error) {
        // If this fails too, the rows become due when their lease ends.
        await queries.postponeOutbox(db, new Date(clock.now()), staged).catch(() => undefined);
        throw error;
      }
    },

    async deliverPending(orgId, documentIds) {
      for (const row of await queries.pendingOutbox(db, orgId, documentIds)) await sync.syncRow(row);
    },

    async settled(orgId, documentIds, limit) {
      const isPending = async () => (await queries.pendingOutbox(db, orgId, documentIds)).length > 0;
      const isAvailable = async () => {
        await vectors.ready?.();
        return true;
      };
      while (!limit.aborted && (await isPending()) && (await isAvailable().catch(() => false)))
        await Bun.sleep(SETTLED_POLL_MS);
    },

    ...worker,
  };
}

/** What an outbox row of a change names. Descriptions are not in the vector store. */
function subjectOf(
  change: IndexChange,
): { kind: queries.OutboxRow["subject"]; orgId: string; ids: string[] } | undefined {
  switch (change.kind) {
    case "documents":
      return { kind: "document", orgId: change.orgId, ids: change.documents.map(({ id }) => id) };
    case "document-gone":
      return { kind: "document", orgId: change.orgId, ids: [change.documentId] };
    case "space-gone":
      return { kind: "space", orgId: change.orgId, ids: [change.spaceId] };
    case "description":
      return undefined;
  }
}

/** Delivers due outbox rows in the background. */
function createOutboxWorker(
  { db, vectors, clock, log, isOnlyProcess }: OutboxDeps,
  syncRow: (row: queries.OutboxRow) => Promise<void>,
): Pick<VectorDelivery, "start" | "stop"> {
  let starting: Promise<void> | undefined;
  let isFailing = false;

  /** Delivers a batch of due rows, and returns true when there may be more. Rejected rows go to the end of the queue. */
  async function drain(): Promise<boolean> {
    const now = clock.now();
    const times = { now: new Date(now), until: new Date(now + LEASE_MS), limit: BATCH };
    const rows = await queries.claimOutbox(db, times);
    isFailing = false;
    let isRejected = false;
    try {
      for (const row of rows)
        await syncRow(row).catch(async (error: unknown) => {
          isRejected = true;
          logFailure(error);
          // Stops the batch when the store itself is away; a rejection of this row alone does not.
          await vectors.ready?.();
        });
    } finally {
      // Postpones the rejected rows and the untried ones; delivered rows no longer exist.
      const ids = rows.map(({ id }) => id);
      if (isRejected) await queries.postponeOutbox(db, new Date(clock.now() + RETRY_MS), ids);
    }
    return rows.length === BATCH && !isRejected;
  }

  /** The wall around the store logs when it is away. */
  function logFailure(error: unknown): void {
    if (isStoreAway(error)) return;
    if (!isFailing) log.error("changes for the vector store are pending and will be delivered later", error);
    isFailing = true;
  }

  const loop = createWorkLoop({
    async turn() {
      // While the store is away, checks once a second whether it is back.
      await vectors.ready?.();
      return drain();
    },
    onError: logFailure,
  });

  async function start(): Promise<void> {
    // Rows that a previous process leased are due immediately.
    if (isOnlyProcess) await queries.postponeOutbox(db, new Date(clock.now()), "all").catch(logFailure);
    loop.start();
  }

  return {
    start() {
      starting = start();
    },
    async stop() {
      const stopped = loop.stop();
      await starting;
      await stopped;
    },
  };
}

/** True for the error of an unavailable store. Pending changes are safe in the outbox. */
export function isStoreAway(error: unknown): boolean {
  return QuarryError.isInstance(error) && error.code === "unavailable";
}
