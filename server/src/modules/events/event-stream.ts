import type { Clock } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import { type EventFilter, readEvents, readLogState } from "../../records/events/event-rows.ts";
import type { EventFeed } from "./event-feed.ts";
import { eventBlock, HEARTBEAT, positionBlock, RETRY, toEvent } from "./server-sent.ts";

const HEARTBEAT_MS = 15_000;
/** Events that a slow reader holds in memory at most. */
const PAGE = 25;

const GONE =
  "The events after the Last-Event-ID are no longer stored, or the id does not belong to this organization. Reload the data that you keep a copy of.";

/** What a live stream returns, and to whom. */
export interface StreamRequest {
  readonly orgId: string;
  readonly filter: EventFilter;
  /** Continue after this event; undefined to start with new events. */
  readonly after: number | undefined;
  /** Throws when the caller may no longer read. */
  authenticateAgain(): Promise<unknown>;
  readonly signal: AbortSignal;
}

/** Streams the events of an organization as server-sent events, without end. Reads them only as fast as the reader. */
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
    // Sent first, so that a reader that disconnects before any event can continue from here.
    yield RETRY + positionBlock(position);
    let sent = position;
    if (isGone) {
      const createdAt = new Date(clock.now()).toISOString();
      yield eventBlock({ id: String(position), type: "reset", createdAt, data: { message: GONE } });
    }
    while (!follower.isOver) {
      await authenticateAgain();
      // Read before the events: all events up to this number are visible then.
      const { lastId: through } = await readLogState(db, orgId);
      while (position < through && !follower.isOver) {
        const rows = await readEvents(db, orgId, filter, { after: position, through, limit: PAGE });
        for (const row of rows) {
          yield eventBlock(toEvent(row));
          sent = row.id;
        }
        position = rows.length < PAGE ? through : sent;
        if (position < through) await authenticateAgain();
      }
      if (await follower.changed(position, HEARTBEAT_MS)) continue;
      if (follower.isOver) return;
      yield sent === position ? HEARTBEAT : positionBlock(position);
      sent = position;
    }
  } finally {
    follower.stop();
    signal.removeEventListener("abort", follower.stop);
  }
}
