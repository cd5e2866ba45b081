import type { Log } from "../../platform/log/log.ts";
import { type IndexChange, keysOf } from "../records/index-change.ts";

/**
 * Changes whose COMMIT was sent and never answered, because the database went away: they may stand in it, and indexes
 * in memory have not heard of them.
 */
export interface UncertainChanges {
  note(changes: readonly IndexChange[]): void;
  /** Makes sure of those of some subjects; throws while that is not possible. */
  settle(keys: readonly string[]): Promise<void>;
  stop(): void;
}

const RETRY_MS = 500;

/** @param repeat Brings what a change is about to the state of the database, whatever that is. */
export function createUncertainChanges(
  repeat: (change: IndexChange) => Promise<void>,
  log: Log,
): UncertainChanges {
  const open = new Set<IndexChange>();
  let isRunning = false;
  let isStopped = false;

  async function settleAll(changes: readonly IndexChange[]): Promise<void> {
    for (const change of changes) {
      if (!open.has(change)) continue;
      await repeat(change);
      open.delete(change);
    }
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let tries = 0; open.size > 0 && !isStopped; tries += 1) {
      await Bun.sleep(RETRY_MS);
      await settleAll([...open]).catch((error: unknown) => {
        if (tries % 120 === 0) log.error("changes that may have been made are not looked at yet", error);
      });
    }
    isRunning = false;
  }

  return {
    note(changes) {
      for (const change of changes) open.add(change);
      void run();
    },
    settle: (keys) =>
      settleAll([...open].filter((change) => keysOf(change).some((key) => keys.includes(key)))),
    stop() {
      isStopped = true;
    },
  };
}
