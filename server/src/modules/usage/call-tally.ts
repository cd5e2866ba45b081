import type { Clock } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log/log.ts";
import { addCalls, dayOf } from "./usage-rows.ts";

/** Counts the calls of each organization by day. */
export interface CallTally {
  /** Counts a call in memory. */
  count(orgId: string): void;
  /** Writes what has been counted. A failure is logged once, and the counts are written later. */
  flush(): Promise<void>;
  /** Writes what has been counted, and starts no further writing. */
  close(): Promise<void>;
}

/** A process that is killed loses the counts of at most this long. */
const WRITE_EVERY_MS = 10_000;

/** Creates a tally that writes all organizations with one statement, so that no call waits for it. */
export function createCallTally(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}): CallTally {
  const { db, clock, log } = deps;
  /** Calls by day and organization. */
  let counted = new Map<string, { readonly orgId: string; readonly day: string; calls: number }>();
  let timer: Timer | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;
  let isFailing = false;

  function add(orgId: string, day: string, calls: number): void {
    const key = `${day} ${orgId}`;
    const known = counted.get(key);
    if (known) known.calls += calls;
    else counted.set(key, { orgId, day, calls });
    if (timer || isClosed) return;
    timer = setTimeout(() => void flush(), WRITE_EVERY_MS);
    timer.unref();
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (counted.size === 0) return;
    const taken = [...counted.values()];
    counted = new Map();
    try {
      await addCalls(db, taken);
      isFailing = false;
    } catch (error) {
      for (const { orgId, day, calls } of taken) add(orgId, day, calls);
      if (!isFailing) log.error("Calls could not be counted; they are counted later", error);
      isFailing = true;
    }
  }

  /** One at a time, so that what was counted before a flush is written after it. */
  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    count: (orgId) => add(orgId, dayOf(clock.now()), 1),
    flush,
    async close() {
      isClosed = true;
      await flush();
    },
  };
}
