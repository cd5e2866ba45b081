import type { Clock } from "@quarry/core";
import type { KeyedMutex } from "@quarry/core/internal";
import { TIER_LIMITS, TIERS, type Tier } from "@quarry/schema";
import { and, type SQL } from "drizzle-orm";
import { documentKey } from "../../ingest/commit/document-lock.ts";
import type { EraseDocument } from "../../ingest/commit/erase-document.ts";
import {
  createPeriodicTask,
  type PeriodicTask,
  type PeriodicTaskDeps,
} from "../../platform/background/periodic-task.ts";
import type { Database } from "../../platform/database/database.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import { toDocument } from "../../records/documents/to-document.ts";
import type { EventLog } from "../../records/events/event-log.ts";
import type { NewEvent } from "../../records/events/event-rows.ts";
import {
  type DueDocument,
  isOfTier,
  isToAnnounce,
  isToErase,
  listDue,
  noteAnnounced,
} from "./retention-queries.ts";

const DAY_MS = 86_400_000;
/** A document is erased only after its event is this old, even if the service was down in between. */
const NOTICE_MS = DAY_MS;
const INTERVAL_MS = 3_600_000;
const PAGE = 200;

/**
 * Creates the hourly task that erases documents which have not changed for as long as their organization's tier keeps
 * them. It announces each with an event a day before.
 */
export function createDocumentRetention(
  deps: PeriodicTaskDeps & {
    readonly db: Database;
    readonly clock: Clock;
    readonly events: EventLog;
    readonly erase: EraseDocument;
    readonly mutex: KeyedMutex;
  },
): PeriodicTask {
  const { db, clock, events, erase, mutex } = deps;

  /** Yields pages of due documents, each document once. */
  async function* pages(
    tier: Tier,
    isDue: SQL | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<DueDocument[]> {
    let after: DueDocument | undefined;
    while (!signal.aborted) {
      const page = await listDue(db, tier, isDue, after, PAGE);
      if (page.length === 0) return;
      yield page;
      after = page.at(-1);
    }
  }

  async function announce(tier: Tier, keepMs: number, signal: AbortSignal): Promise<void> {
    const isDue = isToAnnounce(new Date(clock.now() - keepMs + NOTICE_MS));
    for await (const page of pages(tier, isDue, signal))
      for (const [orgId, due] of Map.groupBy(page, (row) => row.orgId))
        await db.transaction(async (tx) => {
          const now = clock.now();
          const ids = due.map(({ id }) => id);
          const announced = await noteAnnounced(tx, orgId, ids, isDue, new Date(now));
          await events.record(
            tx,
            orgId,
            announced.map((row) =>
              expiringEvent(row, Math.max(row.updatedAt.getTime() + keepMs, now + NOTICE_MS)),
            ),
          );
        });
  }

  async function eraseOld(tier: Tier, keepMs: number, signal: AbortSignal): Promise<void> {
    const isDue = isToErase(new Date(clock.now() - keepMs), new Date(clock.now() - NOTICE_MS));
    for await (const page of pages(tier, isDue, signal))
      for (const { orgId, id, spaceId, filename } of page) {
        if (signal.aborted) return;
        // Checked again, because the document or the tier may have changed.
        await mutex.run([documentKey(spaceId, filename)], () => erase(orgId, id, and(isDue, isOfTier(tier))));
      }
  }

  async function work(signal: AbortSignal): Promise<void> {
    for (const tier of TIERS) {
      const { retentionDays } = TIER_LIMITS[tier];
      if (retentionDays === null) continue;
      await announce(tier, retentionDays * DAY_MS, signal);
      await eraseOld(tier, retentionDays * DAY_MS, signal);
    }
  }

  return createPeriodicTask(deps, { name: "document retention", intervalMs: INTERVAL_MS, work });
}

function expiringEvent(row: DocumentRow, expiresAtMs: number): NewEvent {
  return {
    type: "document.expiring",
    spaceId: row.spaceId,
    data: { document: toDocument(row), expiresAt: new Date(expiresAtMs).toISOString() },
  };
}
