import type { Database } from "../../platform/database/database.ts";
import { isDatabaseAway } from "../../platform/log/database-errors.ts";
import type { Log } from "../../platform/log/log.ts";
import { readHeads } from "../../records/events/event-rows.ts";
import type { EventSignal } from "../../records/events/event-signal.ts";

/** Waits for new events of one organization. */
export interface Follower {
  /** Resolves to true when there are events after `id`, and to false after `limitMs` or when the follower is stopped. */
  changed(id: number, limitMs: number): Promise<boolean>;
  readonly isOver: boolean;
  stop(): void;
}

/** Polls the database once for all live streams of the process. */
export interface EventFeed {
  follow(orgId: string): Follower;
  /** Stops all followers, and every follower created later. */
  close(): void;
}

/** Maximum delay of events that other processes record. */
const POLL_MS = 500;

/** Creates the feed of this process. It polls the database only while there are followers. */
export function createEventFeed(deps: { db: Database; signal: EventSignal; log: Log }): EventFeed {
  const { db, signal, log } = deps;
  const followers = new Set<{ readonly orgId: string; notify(lastId: number): void; stop(): void }>();
  let timer: Timer | undefined;
  let isPolling = false;
  let isAskedAgain = false;
  let isClosed = false;

  async function poll(): Promise<void> {
    isAskedAgain = true;
    if (isPolling) return;
    isPolling = true;
    while (isAskedAgain && followers.size > 0) {
      isAskedAgain = false;
      try {
        const heads = await readHeads(db, [...new Set([...followers].map(({ orgId }) => orgId))]);
        for (const follower of followers) follower.notify(heads.get(follower.orgId) ?? 0);
      } catch (error) {
        if (!isDatabaseAway(error)) log.error("Could not poll for new events", error);
      }
    }
    isPolling = false;
  }

  const stopListening = signal.listen(() => void poll());

  function leave(follower: { readonly orgId: string; notify(lastId: number): void; stop(): void }): void {
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
        notify(id: number) {
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
        timer ??= setInterval(() => void poll(), POLL_MS);
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
