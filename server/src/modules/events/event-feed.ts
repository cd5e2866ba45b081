import type { Database } from "../../platform/database/database.ts";
import { isDatabaseAway } from "../../platform/log/database-errors.ts";
import type { Log } from "../../platform/log/log.ts";
import { readHeads } from "../../records/events/event-rows.ts";
import type { EventSignal } from "../../records/events/event-signal.ts";

/** Follows the events of one organization. */
export interface Follower {
  /**
   * Resolves when there are events after `id`: true; false after `limitMs` without one, or when the following is over.
   */
  changed(id: number, limitMs: number): Promise<boolean>;
  readonly isOver: boolean;
  stop(): void;
}

/** The one look at the database that all live streams of a process share. */
export interface EventFeed {
  follow(orgId: string): Follower;
  /** Ends all following, and lets none begin. */
  close(): void;
}

/** How soon events of other processes are seen. */
const POLL_MS = 500;

/** Creates the feed of this process; it asks the database only while somebody follows. */
export function createEventFeed(deps: { db: Database; signal: EventSignal; log: Log }): EventFeed {
  const { db, signal, log } = deps;
  const followers = new Set<{ readonly orgId: string; look(lastId: number): void; stop(): void }>();
  let timer: Timer | undefined;
  let isLooking = false;
  let isWanted = false;
  let isClosed = false;

  async function look(): Promise<void> {
    isWanted = true;
    if (isLooking) return;
    isLooking = true;
    while (isWanted && followers.size > 0) {
      isWanted = false;
      try {
        const heads = await readHeads(db, [...new Set([...followers].map(({ orgId }) => orgId))]);
        for (const follower of followers) follower.look(heads.get(follower.orgId) ?? 0);
      } catch (error) {
        if (!isDatabaseAway(error)) log.error("new events could not be looked for", error);
      }
    }
    isLooking = false;
  }

  const stopListening = signal.listen(() => void look());

  function leave(follower: { readonly orgId: string; look(lastId: number): void; stop(): void }): void {
    followers.delete(follower);
    if (followers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    follow(orgId) {
      let lastId = 0;
      let isOver = isClosed;
      let wake: () => void = () => undefined;
      const follower = {
        orgId,
        look(id: number) {
          lastId = id;
          wake();
        },
        stop() {
          isOver = true;
          leave(follower);
          wake();
        },
      };
      if (!isClosed) {
        followers.add(follower);
        timer ??= setInterval(() => void look(), POLL_MS);
      }
      return {
        changed: (id, limitMs) =>
          new Promise((resolve) => {
            const timeout = setTimeout(() => settle(false), limitMs);
            const settle = (isChanged: boolean) => {
              clearTimeout(timeout);
              wake = () => undefined;
              resolve(isChanged);
            };
            wake = () => {
              if (isOver) settle(false);
              else if (lastId > id) settle(true);
            };
            wake();
          }),
        get isOver() {
          return isOver;
        },
        stop: follower.stop,
      };
    },
    close() {
      isClosed = true;
      stopListening();
      for (const follower of [...followers]) follower.stop();
    },
  };
}
