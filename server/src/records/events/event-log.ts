import type { Clock } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import { appendEvents, type NewEvent } from "./event-rows.ts";
import type { EventSignal } from "./event-signal.ts";

/** Records events about changes. */
export interface EventLog {
  /**
   * Records events in the transaction of the change. Call it last: until the commit, other transactions of the
   * organization that record events wait.
   */
  record(tx: Database, orgId: string, events: readonly NewEvent[]): Promise<void>;
}

/** Creates the event log. */
export function createEventLog({ clock, signal }: { clock: Clock; signal: EventSignal }): EventLog {
  return {
    async record(tx, orgId, events) {
      if (events.length === 0) return;
      await appendEvents(tx, orgId, events, new Date(clock.now()));
      signal.raise();
    },
  };
}
