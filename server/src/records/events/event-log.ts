import type { Clock } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import type { EventSignal } from "./event-signal.ts";
import { appendEvents, type NewEvent } from "./queries.ts";

/** Where whoever changes something says so. */
export interface EventLog {
  /**
   * Records events in the transaction of the change itself, as the last thing that it does: from here to its commit the
   * organization's other changes wait.
   */
  record(tx: Database, orgId: string, events: readonly NewEvent[]): Promise<void>;
}

/** Creates the log of events. */
export function createEventLog({ clock, signal }: { clock: Clock; signal: EventSignal }): EventLog {
  return {
    async record(tx, orgId, events) {
      if (events.length === 0) return;
      await appendEvents(tx, orgId, events, new Date(clock.now()));
      signal.raise();
    },
  };
}
