import { type Clock, QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import type { Chunking, Metadata, Space } from "@quarry/schema";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import type { Caller } from "../../platform/access/caller.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log/log.ts";
import type { AuditLog } from "../../records/audit/audit-log.ts";
import type { EventLog } from "../../records/events/event-log.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import * as queries from "../../records/spaces/space-rows.ts";
import type { EraseSpace } from "./erase-space.ts";
import { entryOf, spaceEvent, toSpace } from "./service.ts";
import { requireRoomForSpace } from "./space-limit.ts";
import { withFreeSlug } from "./take-slug.ts";

/** The settings of a space from an archive. */
export interface NewSpace {
  readonly name: string;
  /** Must be free. When undefined, the space gets the first free slug derived from `slugText`. */
  readonly slug: string | undefined;
  readonly slugText: string;
  readonly icon: string;
  readonly description: string;
  readonly metadata: Metadata;
  readonly chunking: Chunking | null;
  readonly vectorWeight: number | null;
}

/** Imports spaces from archives. A space is hidden until its import is complete. */
export interface ImportingSpaces {
  /**
   * Creates a hidden space, runs `fill`, then makes the space visible. When `fill` fails, erases the space.
   * @throws QuarryError `forbidden` when the tier allows no more spaces, `conflict` when the slug is taken, and the
   * errors of `fill`.
   */
  fill(caller: Caller, space: NewSpace, fill: (row: SpaceRow) => Promise<void>): Promise<Space>;
  /** Erases the incomplete imports of dead processes, now and periodically. Resolves after the first run. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** An import whose process has not renewed its lease for this long is abandoned. */
const LEASE_MS = 300_000;
/** Interval between two renewals of the lease. */
const RENEW_MS = 60_000;

/**
 * Creates the import of spaces.
 * @param deps.complete Runs in the transaction that makes a space visible.
 * @param deps.isOnlyProcess True when no other process can be importing a space.
 */
export function createImportingSpaces(deps: {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly log: Log;
  readonly indexer: Indexer;
  readonly eraseSpace: EraseSpace;
  readonly events: EventLog;
  readonly audit: AuditLog;
  readonly complete: (tx: Database, orgId: string, spaceId: string, now: Date) => Promise<void>;
  readonly isOnlyProcess: boolean;
}): ImportingSpaces {
  const { db, newId, clock, log, indexer, eraseSpace, events, audit, complete } = deps;
  let timer: Timer | undefined;
  let running: Promise<void> | undefined;
  const inLeaseMs = () => new Date(clock.now() + LEASE_MS);

  function createHidden(caller: Caller, space: NewSpace): Promise<SpaceRow> {
    const { orgId } = caller;
    const { slug: wanted, slugText, ...fields } = space;
    const now = new Date(clock.now());
    return withFreeSlug(db, orgId, wanted, slugText, async (slug) => {
      const row: SpaceRow = {
        ...fields,
        ...{ id: newId("space"), orgId, slug, isArchived: true, archivedAt: now },
        ...{ importingUntil: inLeaseMs(), createdAt: now, updatedAt: now },
      };
      await db.transaction(async (tx) => {
        await requireRoomForSpace(tx, caller);
        await queries.insertSpace(tx, row);
      });
      return row;
    });
  }

  function show(caller: Caller, { orgId, id }: SpaceRow): Promise<SpaceRow> {
    return indexer.write(async (tx, note) => {
      const now = new Date(clock.now());
      const row = await queries.endImporting(tx, orgId, id, now);
      // This process was blocked for longer than the lease, and another one erased the space.
      if (!row) throw new QuarryError("unavailable", "The import was interrupted. Start it again.");
      await complete(tx, orgId, id, now);
      await note({ kind: "description", space: row });
      await events.record(tx, orgId, [spaceEvent("space.created", row)]);
      await audit.record(tx, caller, entryOf("space.created", row));
      return row;
    });
  }

  async function eraseAbandoned(before: Date): Promise<void> {
    for (const { orgId, id } of await queries.listAbandoned(db, before)) await eraseSpace(orgId, id);
  }

  function schedule(before: () => Date): Promise<void> {
    const erasing = eraseAbandoned(before())
      .catch((error) => log.error("the spaces of interrupted imports could not be erased", error))
      .finally(() => {
        if (!isStopped) timer = setTimeout(schedule, LEASE_MS, () => new Date(clock.now())).unref();
      });
    running = erasing;
    return erasing;
  }
  let isStopped = false;

  return {
    async fill(caller, space, fill) {
      const row = await createHidden(caller, space);
      const { orgId, id } = row;
      const renewal = setInterval(() => {
        // While the database is unavailable, no other process can take over the import either.
        queries.keepImporting(db, orgId, id, inLeaseMs()).catch(() => undefined);
      }, RENEW_MS);
      try {
        await fill(row);
        return toSpace(await show(caller, row));
      } catch (error) {
        await eraseSpace(orgId, id).catch((left: unknown) =>
          log.error("the space of a failed import could not be erased; retrying later", left, {
            spaceId: id,
          }),
        );
        throw error;
      } finally {
        clearInterval(renewal);
      }
    },

    start: () => schedule(deps.isOnlyProcess ? () => inLeaseMs() : () => new Date(clock.now())),

    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
