import type { Clock } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import { type EventFilter, readEvents, readLogState } from "../../records/events/event-rows.ts";
import type { EventFeed } from "./event-feed.ts";
import { eventBlock, HEARTBEAT, positionBlock, RETRY, toEvent } from "./server-sent.ts";

const HEARTBEAT_MS = 15_000;
/** A reader that does not read holds no more than these in memory. */
const PAGE = 25;

const GONE =
  "Events since the one named in Last-Event-ID are no longer kept, or it is none of this organization's. Read what you keep a copy of anew.";

/** What a live stream needs. */
export interface StreamRequest {
  readonly orgId: string;
  readonly filter: EventFilter;
  /** The event to go on after; undefined for what happens from now on. */
  readonly after: number | undefined;
  /** Throws as soon as the caller may not read any more. */
  authenticateAgain(): Promise<unknown>;
  readonly signal: AbortSignal;
}

/**
 * The events of an organization as server-sent events, without end. They are read from the table as fast as the reader
 * takes them.
 */
export async function* streamEvents(
  { db, feed, clock }: { readonly db: Database; readonly feed: EventFeed; readonly clock: Clock },
  { orgId, filter, after, authenticateAgain, signal }: StreamRequest,
): AsyncGenerator<string> {
  const follower = feed.follow(orgId);
  signal.addEventListener("abort", follower.stop, { once: true });
  if (signal.aborted) follower.stop();
  try {
    const { lastId, prunedId } = await readLogState(db, orgId);
    let position = after ?? lastId;
    const isGone = position < prunedId || position > lastId;
    if (isGone) position = Math.min(Math.max(position, prunedId), lastId);
    // With an id from the first moment: what happens while the reader is away is not missed.
    yield RETRY + positionBlock(position);
    let told = position;
    if (isGone) {
      const createdAt = new Date(clock.now()).toISOString();
      yield eventBlock({ id: String(position), type: "reset", createdAt, data: { message: GONE } });
    }
    while (!follower.isOver) {
      await authenticateAgain();
      // Read before the events: what is numbered up to here is visible to them.
      const { lastId: through } = await readLogState(db, orgId);
      while (position < through && !follower.isOver) {
        const rows = await readEvents(db, orgId, filter, { after: position, through, limit: PAGE });
        for (const row of rows) {
          yield eventBlock(toEvent(row));
          told = row.id;
        }
        position = rows.length < PAGE ? through : told;
        if (position < through) await authenticateAgain();
      }
      if (await follower.changed(position, HEARTBEAT_MS)) continue;
      if (follower.isOver) return;
      yield told === position ? HEARTBEAT : positionBlock(position);
      told = position;
    }
  } finally {
    follower.stop();
    signal.removeEventListener("abort", follower.stop);
  }
}
