import type { Clock } from "@quarry/core";
import type { Database } from "../../../platform/database/database.ts";
import type { Log } from "../../../platform/log/log.ts";
import { deleteUnusedClients, deleteWhatHasEnded } from "./housekeeping-queries.ts";

/** Deletes what has ended: sessions, tokens, one-time values, and programs that nobody let in. */
export interface AccountHousekeeping {
  run(): Promise<void>;
  start(): void;
  stop(): void;
}

const INTERVAL_MS = 3_600_000;
/** Clients register anew whenever they like, and many do so at every start. */
const UNUSED_CLIENT_MS = 30 * 86_400_000;

/** Creates it; every process does it, and none waits for another. */
export function createAccountHousekeeping(deps: {
  db: Database;
  clock: Clock;
  log: Log;
}): AccountHousekeeping {
  const { db, clock, log } = deps;
  let timer: Timer | undefined;

  async function run(): Promise<void> {
    await deleteWhatHasEnded(db, new Date(clock.now()));
    await deleteUnusedClients(db, new Date(clock.now() - UNUSED_CLIENT_MS));
  }

  return {
    run,
    start() {
      timer = setInterval(() => {
        run().catch((error: unknown) => log.error("ended sessions and tokens could not be deleted", error));
      }, INTERVAL_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
