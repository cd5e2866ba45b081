import { type Clock, QuarryError } from "@quarry/core";
import { invalidField } from "@quarry/core/internal";
import {
  API_KEY_EVENT_TYPES,
  DOCUMENT_EVENT_TYPES,
  EVENT_TYPES,
  type EventStreamParameters,
  type EventType,
  type Permission,
  SPACE_EVENT_TYPES,
} from "@quarry/schema";
import { type Caller, requirePermission } from "../../platform/access/caller.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { isDatabaseAway } from "../../platform/log/database-errors.ts";
import type { Log } from "../../platform/log/log.ts";
import { requireDocument } from "../../records/documents/require-document.ts";
import { spaceNotFound } from "../../records/spaces/space-not-found.ts";
import { findSpaces } from "../../records/spaces/space-rows.ts";
import type { EventFeed } from "./event-feed.ts";
import { streamEvents } from "./event-stream.ts";

/** Opens live streams of events. */
export interface EventService {
  /**
   * Streams the requested events that the caller may see, as server-sent events without end.
   * @param authenticateAgain Throws when the caller may no longer read.
   */
  stream(
    caller: Caller,
    wanted: EventStreamParameters,
    authenticateAgain: () => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<string>>;
  /** The number of open streams. */
  openStreams(): number;
  /** Ends all streams. Readers reconnect, to another process. */
  close(): void;
}

/** The permission that each type of event requires. */
const PERMISSION_OF = new Map<EventType, Permission>([
  ...SPACE_EVENT_TYPES.map((type) => [type, "spaces:read"] as const),
  ...DOCUMENT_EVENT_TYPES.map((type) => [type, "documents:read"] as const),
  ...API_KEY_EVENT_TYPES.map((type) => [type, "apikeys:read"] as const),
]);

/** The permissions that show events of some type. */
export const EVENT_PERMISSIONS: readonly Permission[] = [...new Set(PERMISSION_OF.values())];

/** Requires the permissions for all of these types. @throws QuarryError `forbidden`. */
export function requireEventPermissions(caller: Caller, types: readonly EventType[]): void {
  for (const type of types) requirePermission(caller, PERMISSION_OF.get(type) ?? "apikeys:read");
}

const MAX_STREAMS = 1000;
const MAX_STREAMS_PER_ORGANIZATION = 100;
const FULL_RETRY_MS = 30_000;

/** Creates the service of live event streams. */
export function createEventService(deps: {
  db: Database;
  feed: EventFeed;
  clock: Clock;
  log: Log;
}): EventService {
  const { db, feed, clock, log } = deps;
  const open = new Map<string, number>();
  let isClosed = false;

  const openStreams = () => [...open.values()].reduce((sum, count) => sum + count, 0);

  function requireRoom(orgId: string): void {
    if (isClosed) throw new QuarryError("unavailable", "The service is stopping. Connect again soon.");
    const options = { retryAfterMs: FULL_RETRY_MS };
    if (openStreams() >= MAX_STREAMS)
      throw new QuarryError("unavailable", "Too many event streams are open. Try again later.", options);
    if ((open.get(orgId) ?? 0) >= MAX_STREAMS_PER_ORGANIZATION)
      throw new QuarryError(
        "rate_limited",
        `Your organization has reached the limit of ${MAX_STREAMS_PER_ORGANIZATION} open event streams. Close one first.`,
        options,
      );
  }

  /** Counts a stream from its first read on, so that a stream that is never read is never counted. */
  async function* counted(orgId: string, stream: AsyncGenerator<string>): AsyncGenerator<string> {
    open.set(orgId, (open.get(orgId) ?? 0) + 1);
    try {
      yield* stream;
    } catch (error) {
      // The stream ends like a broken connection. The reader reconnects and gets the error as a response.
      if (!QuarryError.isInstance(error) && !isDatabaseAway(error))
        log.error("An event stream failed", error);
    } finally {
      const left = (open.get(orgId) ?? 1) - 1;
      if (left > 0) open.set(orgId, left);
      else open.delete(orgId);
    }
  }

  return {
    async stream(caller, { spaceId, documentId, types, lastEventId }, authenticateAgain, signal) {
      const { orgId } = caller;
      if (documentId !== undefined) {
        requireEventPermissions(caller, DOCUMENT_EVENT_TYPES);
        await requireDocument(db, caller, undefined, documentId);
      }
      const filter = {
        types: readTypes(caller, types),
        spaceIds: spaceId === undefined ? spacesOf(caller) : await readSpaces(db, caller, names(spaceId)),
        documentId,
      };
      const after = readEventId(lastEventId);
      requireRoom(orgId);
      return counted(
        orgId,
        streamEvents({ db, feed, clock }, { orgId, filter, after, authenticateAgain, signal }),
      );
    },
    openStreams,
    close() {
      isClosed = true;
      feed.close();
    },
  };
}

const names = (list: string) => list.split(",").map((name) => name.trim());

/** The requested types; all that the caller may see when none are requested. */
function readTypes(caller: Caller, list: string | undefined): EventType[] {
  if (list === undefined)
    return EVENT_TYPES.filter((type) => caller.permissions.has(PERMISSION_OF.get(type) ?? "apikeys:read"));
  const types = names(list).map((name) => {
    const type = EVENT_TYPES.find((known) => known === name);
    if (!type) throw invalidField("/types", `must be event types: ${EVENT_TYPES.join(", ")}`);
    return type;
  });
  requireEventPermissions(caller, types);
  return types;
}

/** The spaces of a key that is limited to some, which then gets no events without a space; undefined for all events. */
function spacesOf({ spaceIds }: TenantScope): string[] | undefined {
  return spaceIds === null ? undefined : [...spaceIds];
}

/** Resolves ids and slugs to the ids of spaces, archived or not. @throws QuarryError `not_found`. */
export async function readSpaces(
  db: Database,
  scope: TenantScope,
  idsOrSlugs: readonly string[],
): Promise<string[]> {
  const rows = await findSpaces(db, scope, idsOrSlugs);
  return idsOrSlugs.map((name) => {
    const row = rows.find(({ id, slug }) => id === name || slug === name);
    if (!row) throw spaceNotFound(name);
    return row.id;
  });
}

function readEventId(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,15}$/.test(text)) throw invalidField("/lastEventId", "must be the id of an event");
  return Number(text);
}
