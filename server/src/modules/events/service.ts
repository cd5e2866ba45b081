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
import { spaceNotFound } from "../../records/spaces/space-not-found.ts";
import { findSpaces } from "../../records/spaces/space-rows.ts";
import type { EventFeed } from "./event-feed.ts";
import { streamEvents } from "./event-stream.ts";

/** Opens live streams of events. */
export interface EventService {
  /**
   * The events that a caller wants and may see, as server-sent events without end.
   * @param authenticateAgain Throws when the caller may no longer read.
   */
  stream(
    caller: Caller,
    wanted: EventStreamParameters,
    authenticateAgain: () => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<string>>;
  /** How many streams have not ended. */
  openStreams(): number;
  /** Ends all streams at once; readers connect again, to another process. */
  close(): void;
}

/** What a caller must have to see events. */
const PERMISSION_OF = new Map<EventType, Permission>([
  ...SPACE_EVENT_TYPES.map((type) => [type, "spaces:read"] as const),
  ...DOCUMENT_EVENT_TYPES.map((type) => [type, "documents:read"] as const),
  ...API_KEY_EVENT_TYPES.map((type) => [type, "apikeys:read"] as const),
]);

/** The permissions of which one is enough to see some events. */
export const EVENT_PERMISSIONS: readonly Permission[] = [...new Set(PERMISSION_OF.values())];

/** Refuses a caller that may not see events of one of these kinds. */
export function requireEventPermissions(caller: Caller, types: readonly EventType[]): void {
  for (const type of types) requirePermission(caller, PERMISSION_OF.get(type) ?? "apikeys:read");
}

const MAX_STREAMS = 1000;
const MAX_STREAMS_PER_ORGANIZATION = 100;
const FULL_RETRY_MS = 30_000;

/** Creates the service of live streams. */
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
        `Your organization has ${MAX_STREAMS_PER_ORGANIZATION} event streams open, the most there may be. Close one first.`,
        options,
      );
  }

  /** Counts a stream from its first piece on, so that one that is never read is never counted. */
  async function* counted(orgId: string, stream: AsyncGenerator<string>): AsyncGenerator<string> {
    open.set(orgId, (open.get(orgId) ?? 0) + 1);
    try {
      yield* stream;
    } catch (error) {
      // It ends as a broken connection does: its reader comes again, and hears why.
      if (!QuarryError.isInstance(error) && !isDatabaseAway(error))
        log.error("a stream of events broke", error);
    } finally {
      const left = (open.get(orgId) ?? 1) - 1;
      if (left > 0) open.set(orgId, left);
      else open.delete(orgId);
    }
  }

  return {
    async stream(caller, { spaceId, types, lastEventId }, authenticateAgain, signal) {
      const { orgId } = caller;
      const filter = {
        types: readTypes(caller, types),
        spaceIds: spaceId === undefined ? spacesOf(caller) : await readSpaces(db, caller, names(spaceId)),
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

/** What is wanted, or all that the caller may see. */
function readTypes(caller: Caller, list: string | undefined): EventType[] {
  if (list === undefined)
    return EVENT_TYPES.filter((type) => caller.permissions.has(PERMISSION_OF.get(type) ?? "apikeys:read"));
  const types = names(list).map((name) => {
    const type = EVENT_TYPES.find((known) => known === name);
    if (!type) throw invalidField("/types", `must be kinds of events, of ${EVENT_TYPES.join(", ")}`);
    return type;
  });
  requireEventPermissions(caller, types);
  return types;
}

/** The spaces of which a caller hears where it names none. Then it hears nothing that is not of a space. */
function spacesOf({ spaceIds }: TenantScope): string[] | undefined {
  return spaceIds === null ? undefined : [...spaceIds];
}

/** The ids of spaces that are named by id or slug, archived or not. */
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
