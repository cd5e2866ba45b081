import type { Clock } from "@quarry/core";
import {
  createPeriodicTask,
  type PeriodicTask,
  type PeriodicTaskDeps,
} from "../../../platform/background/periodic-task.ts";
import type { Database } from "../../../platform/database/database.ts";
import { deleteExpiredRows, deleteUnusedClients } from "./expired-rows.ts";

const INTERVAL_MS = 3_600_000;
/** OAuth clients register again whenever they like, many of them at every start. */
const UNUSED_CLIENT_MS = 30 * 86_400_000;

/** Creates the task that deletes expired sessions, tokens and one-time values, and OAuth clients without consent. */
export function createAccountHousekeeping(
  deps: PeriodicTaskDeps & { readonly db: Database; readonly clock: Clock },
): PeriodicTask {
  const { db, clock } = deps;

  async function work(): Promise<void> {
    await deleteExpiredRows(db, new Date(clock.now()));
    await deleteUnusedClients(db, new Date(clock.now() - UNUSED_CLIENT_MS));
  }

  return createPeriodicTask(deps, { name: "account housekeeping", intervalMs: INTERVAL_MS, work });
}
