import { type BlobStore, type Clock, createKeyedMutex, type NewId, QuarryError } from "@quarry/core";
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
import type { Database } from "../../database/database.ts";
import { isUniqueViolation } from "../../database/database-errors.ts";
import type { Indexer } from "../../indexing/indexer.ts";
import { readInstant } from "../../instant.ts";
import { type PageRequest, toPage } from "../../paging.ts";
import { dropNeedlessRechunks, enqueueRechunks, findRechunking } from "../documents/rechunk-queries.ts";
import type { EventLog, NewEvent } from "../events/event-log.ts";
import { deleteEventsOfSpace } from "../events/queries.ts";
import { readChunking } from "./chunking.ts";
import type { SpaceRow } from "./queries.ts";
import * as queries from "./queries.ts";
import { freeSlug, slugify } from "./slug.ts";

/** Makes, changes, archives and erases spaces. */
export interface SpaceService {
  create(orgId: string, body: CreateSpaceBody): Promise<Space>;
  /** A space by id or slug, archived or not. */
  get(orgId: string, idOrSlug: string): Promise<Space>;
  list(
    orgId: string,
    wanted: { status: NonNullable<ListSpacesParameters["status"]>; metadata: Metadata | undefined },
    page: PageRequest,
  ): Promise<PageOf<Space>>;
  /** Documents that are cut by other settings than the new ones are cut anew in the background. */
  update(orgId: string, idOrSlug: string, body: UpdateSpaceBody): Promise<Space>;
  archive(orgId: string, idOrSlug: string): Promise<Space>;
  /** Erases a space with all it holds; answers its last state. */
  purge(orgId: string, idOrSlug: string): Promise<Space>;
}

const MAX_SLUG_TRIES = 20;
/** Files deleted at a time. */
const DELETIONS = 32;

/** Creates the service of spaces. `wakeWorker` says that documents are to be cut anew. */
export function createSpaceService(deps: {
  db: Database;
  newId: NewId;
  clock: Clock;
  indexer: Indexer;
  blobs: BlobStore;
  events: EventLog;
  wakeWorker: () => void;
}): SpaceService {
  const { db, newId, clock, indexer, blobs, events, wakeWorker } = deps;
  const mutex = createKeyedMutex();

  async function find(orgId: string, idOrSlug: string): Promise<SpaceRow> {
    const row = await queries.findSpace(db, orgId, idOrSlug);
    if (!row) throw spaceNotFound(idOrSlug);
    return row;
  }

  /** A space with how far it is when its documents are being cut anew. */
  async function withRechunking(row: SpaceRow): Promise<Space> {
    const rechunking = await findRechunking(db, row.orgId, row.id);
    return { ...toSpace(row), ...(rechunking ? { rechunking } : {}) };
  }

  async function change(
    orgId: string,
    idOrSlug: string,
    changes: (row: SpaceRow) => Partial<SpaceRow>,
  ): Promise<Space> {
    const before = await find(orgId, idOrSlug);
    const changed = changes(before);
    if (Object.keys(changed).length === 0) return withRechunking(before);
    try {
      // One at a time, so that the index ends with the last description.
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
          await events.record(tx, orgId, changeEvents(before, changed, space));
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
    async create(orgId, body) {
      const now = new Date(clock.now());
      const base = body.slug ?? slugify(body.name);
      for (let tries = 1; ; tries += 1) {
        const slug = body.slug ?? freeSlug(base, await queries.slugsLike(db, orgId, base));
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
          createdAt: now,
          updatedAt: now,
        };
        try {
          await indexer.write(async (tx, note) => {
            await queries.insertSpace(tx, row);
            await note({ kind: "description", space: row });
            await events.record(tx, orgId, [spaceEvent("space.created", row)]);
          });
        } catch (error) {
          if (!isUniqueViolation(error)) throw error;
          if (body.slug !== undefined || tries >= MAX_SLUG_TRIES) throw slugTaken(slug);
          continue; // Somebody took the slug in between.
        }
        return toSpace(row);
      }
    },

    get: async (orgId, idOrSlug) => withRechunking(await find(orgId, idOrSlug)),

    async list(orgId, wanted, page) {
      const { rows, total } = await queries.listSpaces(db, orgId, wanted, page);
      return toPage(rows.map(toSpace), total, page);
    },

    update: (orgId, idOrSlug, { isArchived, archivedAt, chunking, ranking, ...fields }) =>
      change(orgId, idOrSlug, (row) => ({
        ...fields,
        ...(chunking === undefined ? {} : { chunking: readChunking(chunking) }),
        ...(ranking?.vectorWeight === undefined ? {} : { vectorWeight: ranking.vectorWeight }),
        // A time of archiving says that it is archived; that there is none does not restore it.
        ...(isArchived === undefined && (archivedAt ?? null) === null
          ? {}
          : archiveState({ isArchived, archivedAt }, row.archivedAt ?? new Date(clock.now()))),
      })),

    archive: (orgId, idOrSlug) =>
      change(orgId, idOrSlug, (row) =>
        row.isArchived ? {} : { isArchived: true, archivedAt: new Date(clock.now()) },
      ),

    async purge(orgId, idOrSlug) {
      const row = await find(orgId, idOrSlug);
      await indexer.ready();
      let files: string[] = [];
      await indexer.write(
        async (tx, note) => {
          files = await queries.deleteSpace(tx, orgId, row.id);
          await note({ kind: "space-gone", orgId, spaceId: row.id });
          await deleteEventsOfSpace(tx, orgId, row.id);
          await events.record(tx, orgId, [spaceEvent("space.purged", row)]);
        },
        async () => {
          for (let start = 0; start < files.length; start += DELETIONS)
            await Promise.all(files.slice(start, start + DELETIONS).map(blobs.delete));
        },
      );
      return toSpace(row);
    },
  };
}

/** True when a change archives a space, which takes the permission to delete. */
export function archives({ isArchived, archivedAt }: UpdateSpaceBody): boolean {
  return isArchived ?? (archivedAt ?? null) !== null;
}

/** The error for a space that is not there, is archived, or belongs to somebody else. */
export function spaceNotFound(idOrSlug: string): QuarryError {
  return new QuarryError("not_found", `There is no space ${JSON.stringify(idOrSlug)}.`);
}

function slugTaken(slug: string | undefined): QuarryError {
  return new QuarryError(
    "conflict",
    `Another space has the slug ${JSON.stringify(slug)}. Choose another one.`,
  );
}

function archiveState(
  { isArchived, archivedAt }: { isArchived?: boolean | undefined; archivedAt?: string | null | undefined },
  now: Date,
): Pick<SpaceRow, "isArchived" | "archivedAt"> {
  const at = readInstant(archivedAt, "/archivedAt");
  const archived = isArchived ?? at instanceof Date;
  return { isArchived: archived, archivedAt: archived ? (at ?? now) : null };
}

function spaceEvent(type: SpaceEvent["type"], row: SpaceRow): NewEvent {
  return { type, spaceId: row.id, data: { space: toSpace(row) } };
}

/** Archiving and restoring are told by their own names, whatever else changes with them. */
function changeEvents(before: SpaceRow, changed: Partial<SpaceRow>, after: SpaceRow): NewEvent[] {
  const { isArchived: _isArchived, archivedAt: _archivedAt, ...others } = changed;
  const isMoved = before.isArchived !== after.isArchived;
  return [
    ...(!isMoved || Object.keys(others).length > 0 ? [spaceEvent("space.updated", after)] : []),
    ...(isMoved ? [spaceEvent(after.isArchived ? "space.archived" : "space.restored", after)] : []),
  ];
}

/** A space as the interface shows it. */
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
