import { type Clock, QuarryError, type VectorStore } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import { createWorkLoop } from "../../platform/leases/work-loop.ts";
import type { Log } from "../../platform/log/log.ts";
import type { IndexChange } from "../records/index-change.ts";
import { writeVectors } from "../records/index-records.ts";
import { loadCompleted } from "../records/load-documents.ts";
import * as queries from "./outbox-queries.ts";
import type { VectorDelivery } from "./vector-delivery.ts";

/** How long whoever made a change has it to themselves before the outbox takes over. */
const LEASE_MS = 30_000;
/** What the store would not take is offered again after this. */
const RETRY_MS = 2000;
const BATCH = 20;
/** Between two looks whether a note is gone. */
const SETTLED_POLL_MS = 25;

/**
 * For a durable store outside the database: a note in the change's own transaction says that the store is to be brought
 * up to date, and stays until the store has confirmed it. Bringing up to date reads the database as it is then, so
 * notes may be worked off twice, late, or in any order.
 */
export function createOutboxDelivery(deps: {
  readonly db: Database;
  readonly vectors: VectorStore;
  readonly clock: Clock;
  readonly log: Log;
  /** True when no other process can be at what is noted at the start. */
  readonly isOnlyProcess: boolean;
}): VectorDelivery {
  const { db, vectors, clock, log } = deps;
  let starting: Promise<void> | undefined;
  let isAway = false;

  const write = (change: IndexChange) => writeVectors(vectors, change, vectors.capabilities.maxBatch);

  /** Brings a document's vectors to its row's state, and again if that changed in the meantime. */
  async function syncDocument(orgId: string, documentId: string): Promise<void> {
    for (;;) {
      const [document] = await loadCompleted(db, orgId, [documentId]);
      await write(
        document
          ? { kind: "documents", orgId, documents: [document] }
          : { kind: "document-gone", orgId, documentId },
      );
      const now = await queries.searchableGenerations(db, orgId, [documentId]);
      if (now.get(documentId) === document?.generation) return;
    }
  }

  /** Another process may have changed one meanwhile, and its vectors may have come before this change. */
  async function syncChanged(orgId: string, written: readonly WrittenDocument[]): Promise<void> {
    const ids = written.map(({ id }) => id);
    const now = await queries.searchableGenerations(db, orgId, ids);
    for (const { id, generation } of written) if (now.get(id) !== generation) await syncDocument(orgId, id);
  }

  async function sync({ id, orgId, subject, subjectId }: queries.OutboxRow): Promise<void> {
    if (subject === "document") await syncDocument(orgId, subjectId);
    else await write({ kind: "space-gone", orgId, spaceId: subjectId });
    await queries.deleteOutbox(db, [id]);
  }

  /**
   * Works off what is due; answers whether there may be more. A change that the store does not take waits behind the
   * others.
   */
  async function drain(): Promise<boolean> {
    const now = clock.now();
    const times = { now: new Date(now), until: new Date(now + LEASE_MS), limit: BATCH };
    const rows = await queries.claimOutbox(db, times);
    const refused: number[] = [];
    try {
      for (const row of rows)
        await sync(row).then(noteBack, async (error: unknown) => {
          refused.push(row.id);
          noteAway(error);
          // Is it the store or this change? If it is the store, the rest would only take time to fail too.
          await vectors.ready?.();
        });
    } finally {
      // All that is still noted: what was refused, and what was not tried because the store is away.
      const rest = rows.map(({ id }) => id);
      if (refused.length > 0) await queries.postponeOutbox(db, new Date(clock.now() + RETRY_MS), rest);
    }
    return rows.length === BATCH && refused.length === 0;
  }

  function noteBack(): void {
    if (isAway) log.info(`the vector store ${vectors.name} is back and catches up`);
    isAway = false;
  }

  function noteAway(error: unknown): void {
    if (!isAway) log.error("changes wait for the vector store", error);
    isAway = true;
  }

  const loop = createWorkLoop({
    async turn() {
      // While the store is away, one check a second finds out when it is back.
      await vectors.ready?.();
      return drain();
    },
    onError: noteAway,
  });

  async function start(): Promise<void> {
    // The processes that wrote these notes are gone.
    if (deps.isOnlyProcess) await queries.postponeOutbox(db, new Date(clock.now()), "all").catch(noteAway);
    loop.start();
  }

  return {
    async stage(tx, change) {
      const runAt = new Date(clock.now() + LEASE_MS);
      if (change.kind === "documents") {
        const ids = change.documents.map(({ id }) => id);
        return queries.insertOutbox(tx, change.orgId, "document", ids, runAt);
      }
      if (change.kind === "document-gone")
        return queries.insertOutbox(tx, change.orgId, "document", [change.documentId], runAt);
      if (change.kind === "space-gone")
        return queries.insertOutbox(tx, change.orgId, "space", [change.spaceId], runAt);
      return [];
    },

    async deliver(change, staged) {
      if (change.kind === "description") return;
      try {
        await write(change);
        if (change.kind === "documents") await syncChanged(change.orgId, change.documents);
        if (change.kind === "document-gone") await syncChanged(change.orgId, [{ id: change.documentId }]);
        await queries.deleteOutbox(db, staged);
      } catch (error) {
        // Should this fail too, they come up when the lease has run out.
        await queries.postponeOutbox(db, new Date(clock.now()), staged).catch(() => undefined);
        throw error;
      }
    },

    async deliverPending(orgId, documentIds) {
      for (const row of await queries.pendingOutbox(db, orgId, documentIds)) await sync(row);
    },

    async settled(orgId, documentId, limit) {
      const isPending = async () => (await queries.pendingOutbox(db, orgId, [documentId])).length > 0;
      const isThere = async () => {
        await vectors.ready?.();
        return true;
      };
      while (!limit.aborted && (await isPending()) && (await isThere().catch(() => false)))
        await Bun.sleep(SETTLED_POLL_MS);
    },

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

/** A document as the store holds it after a change; without a generation when it holds nothing of it. */
interface WrittenDocument {
  readonly id: string;
  readonly generation?: number;
}

/** True for the error of a store that is away; what waits for it is safe in the outbox. */
export function isStoreAway(error: unknown): boolean {
  return QuarryError.isInstance(error) && error.code === "unavailable";
}
