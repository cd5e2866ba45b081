import type { Clock } from "@quarry/core";
import { createKeyedMutex, type NewId } from "@quarry/core/internal";
import {
  type CreateSpaceBody,
  DEFAULT_CHUNKING,
  type ListSpacesParameters,
  type Metadata,
  type PageOf,
  type Space,
  type SpaceEvent,
  type UpdateSpaceBody,
} from "@quarry/schema";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import { type Caller, requireWholeOrganization } from "../../platform/access/caller.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { readInstant } from "../../platform/instant.ts";
import { isUniqueViolation } from "../../platform/log/database-errors.ts";
import { type PageRequest, toPage } from "../../platform/paging.ts";
import type { AuditLog, NewAuditEntry } from "../../records/audit/audit-log.ts";
import {
  dropNeedlessRechunks,
  enqueueRechunks,
  findRechunking,
} from "../../records/documents/rechunk-jobs.ts";
import type { EventLog } from "../../records/events/event-log.ts";
import type { NewEvent } from "../../records/events/event-rows.ts";
import { readChunking } from "../../records/spaces/chunking.ts";
import { spaceNotFound } from "../../records/spaces/space-not-found.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import * as queries from "../../records/spaces/space-rows.ts";
import type { EraseSpace } from "./erase-space.ts";
import { requireRoomForSpace } from "./space-limit.ts";
import { slugTaken, withFreeSlug } from "./take-slug.ts";

/** Creates, updates, archives and erases spaces. */
export interface SpaceService {
  create(caller: Caller, body: CreateSpaceBody): Promise<Space>;
  /** A space by id or slug, archived or not. */
  get(scope: TenantScope, idOrSlug: string): Promise<Space>;
  list(
    scope: TenantScope,
    wanted: { status: NonNullable<ListSpacesParameters["status"]>; metadata: Metadata | undefined },
    page: PageRequest,
  ): Promise<PageOf<Space>>;
  /** When the chunking settings change, documents are re-chunked in the background. */
  update(caller: Caller, idOrSlug: string, body: UpdateSpaceBody): Promise<Space>;
  archive(caller: Caller, idOrSlug: string): Promise<Space>;
  /** Erases a space with everything in it, and returns its last state. */
  purge(caller: Caller, idOrSlug: string): Promise<Space>;
}

/** Creates the service. `wakeWorker` starts the re-chunking of documents. */
export function createSpaceService(deps: {
  db: Database;
  newId: NewId;
  clock: Clock;
  indexer: Indexer;
  eraseSpace: EraseSpace;
  events: EventLog;
  audit: AuditLog;
  wakeWorker: () => void;
}): SpaceService {
  const { db, newId, clock, indexer, eraseSpace, events, audit, wakeWorker } = deps;
  const mutex = createKeyedMutex();

  async function find(scope: TenantScope, idOrSlug: string): Promise<SpaceRow> {
    const row = await queries.findSpace(db, scope, idOrSlug);
    if (!row) throw spaceNotFound(idOrSlug);
    return row;
  }

  /** A space with the progress of its re-chunking, if any. */
  async function withRechunking(row: SpaceRow): Promise<Space> {
    const rechunking = await findRechunking(db, row.orgId, row.id);
    return { ...toSpace(row), ...(rechunking ? { rechunking } : {}) };
  }

  async function change(
    caller: Caller,
    idOrSlug: string,
    changes: (row: SpaceRow) => Partial<SpaceRow>,
  ): Promise<Space> {
    const { orgId } = caller;
    const before = await find(caller, idOrSlug);
    const changed = changes(before);
    if (Object.keys(changed).length === 0) return withRechunking(before);
    try {
      // Serialized, so that the index ends up with the last description.
      const row = await mutex.run([before.id], () =>
        indexer.write(async (tx, note) => {
          const updatedAt = new Date(clock.now());
          const space = await queries.updateSpace(tx, orgId, before.id, { ...changed, updatedAt });
          if (!space) return undefined;
          await note({ kind: "description", space });
          if (changed.chunking !== undefined) {
            await dropNeedlessRechunks(tx, orgId, before.id);
            await enqueueRechunks(tx, orgId, { spaceId: before.id }, updatedAt);
          }
          const newEvents = changeEvents(before, changed, space);
          await events.record(tx, orgId, newEvents);
          for (const { type } of newEvents) await audit.record(tx, caller, entryOf(type, space));
          return space;
        }),
      );
      if (!row) throw spaceNotFound(idOrSlug);
      if (changed.chunking !== undefined) wakeWorker();
      return await withRechunking(row);
    } catch (error) {
      throw isUniqueViolation(error) ? slugTaken(changed.slug) : error;
    }
  }

  return {
    async create(caller, body) {
      requireWholeOrganization(caller);
      const { orgId } = caller;
      const now = new Date(clock.now());
      return withFreeSlug(db, orgId, body.slug, body.name, async (slug) => {
        const row: SpaceRow = {
          id: newId("space"),
          orgId,
          name: body.name,
          slug,
          icon: body.icon ?? "folder",
          description: body.description ?? body.name,
          ...archiveState(body, now),
          metadata: body.metadata ?? {},
          chunking: readChunking(body.chunking ?? {}),
          vectorWeight: body.ranking?.vectorWeight ?? null,
          importingUntil: null,
          createdAt: now,
          updatedAt: now,
        };
        await indexer.write(async (tx, note) => {
          await requireRoomForSpace(tx, caller);
          await queries.insertSpace(tx, row);
          await note({ kind: "description", space: row });
          await events.record(tx, orgId, [spaceEvent("space.created", row)]);
          await audit.record(tx, caller, entryOf("space.created", row));
        });
        return toSpace(row);
      });
    },

    get: async (scope, idOrSlug) => withRechunking(await find(scope, idOrSlug)),

    async list(scope, wanted, page) {
      const { rows, total } = await queries.listSpaces(db, scope, wanted, page);
      return toPage(rows.map(toSpace), total, page);
    },

    update: (caller, idOrSlug, { isArchived, archivedAt, chunking, ranking, ...fields }) =>
      change(caller, idOrSlug, (row) => ({
        ...fields,
        ...(chunking === undefined ? {} : { chunking: readChunking(chunking) }),
        ...(ranking?.vectorWeight === undefined ? {} : { vectorWeight: ranking.vectorWeight }),
        // A timestamp in archivedAt archives the space; null does not restore it.
        ...(isArchived === undefined && (archivedAt ?? null) === null
          ? {}
          : archiveState({ isArchived, archivedAt }, row.archivedAt ?? new Date(clock.now()))),
      })),

    archive: (caller, idOrSlug) =>
      change(caller, idOrSlug, (row) =>
        row.isArchived ? {} : { isArchived: true, archivedAt: new Date(clock.now()) },
      ),

    async purge(caller, idOrSlug) {
      const { orgId } = caller;
      const row = await find(caller, idOrSlug);
      await indexer.ready();
      await eraseSpace(orgId, row.id, async (tx) => {
        await events.record(tx, orgId, [spaceEvent("space.purged", row)]);
        await audit.record(tx, caller, entryOf("space.purged", row));
      });
      return toSpace(row);
    },
  };
}

/** True when a change archives a space, which needs the permission `spaces:delete`. */
export function archives({ isArchived, archivedAt }: UpdateSpaceBody): boolean {
  return isArchived ?? (archivedAt ?? null) !== null;
}

function archiveState(
  { isArchived, archivedAt }: { isArchived?: boolean | undefined; archivedAt?: string | null | undefined },
  now: Date,
): Pick<SpaceRow, "isArchived" | "archivedAt"> {
  const at = readInstant(archivedAt, "/archivedAt");
  const archived = isArchived ?? at instanceof Date;
  return { isArchived: archived, archivedAt: archived ? (at ?? now) : null };
}

/** The audit log entry for a space. */
export function entryOf(action: SpaceEvent["type"], { id, name, slug }: SpaceRow): NewAuditEntry {
  return { action, targetId: id, details: { name, slug } };
}

type NewSpaceEvent = NewEvent & { readonly type: SpaceEvent["type"] };

/** Creates an event of a space. */
export function spaceEvent(type: SpaceEvent["type"], row: SpaceRow): NewSpaceEvent {
  return { type, spaceId: row.id, data: { space: toSpace(row) } };
}

/** The events of an update. Archiving and restoring have events of their own, in addition to other changes. */
function changeEvents(before: SpaceRow, changed: Partial<SpaceRow>, after: SpaceRow): NewSpaceEvent[] {
  const { isArchived: _isArchived, archivedAt: _archivedAt, ...others } = changed;
  const isMoved = before.isArchived !== after.isArchived;
  return [
    ...(!isMoved || Object.keys(others).length > 0 ? [spaceEvent("space.updated", after)] : []),
    ...(isMoved ? [spaceEvent(after.isArchived ? "space.archived" : "space.restored", after)] : []),
  ];
}

/** Converts a row to the API's space. */
export function toSpace(row: SpaceRow): Space {
  return {
    id: row.id,
    orgId: row.orgId,
    name: row.name,
    slug: row.slug,
    icon: row.icon,
    description: row.description,
    isArchived: row.isArchived,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    metadata: row.metadata,
    chunking: row.chunking ?? { ...DEFAULT_CHUNKING },
    ranking: { vectorWeight: row.vectorWeight },
  };
}
