import type { Log } from "../../platform/log/log.ts";
import { type IndexChange, keysOf } from "../records/index-change.ts";
import type { UncertainChange } from "./commit-changes.ts";

/** Changes with an unknown outcome. They may be committed while the in-memory indexes do not have them. */
export interface UncertainChanges {
  add(changes: readonly UncertainChange[]): void;
  /** Brings the indexes up to date for some documents or spaces; throws while that is not possible. */
  settle(keys: readonly string[]): Promise<void>;
  stop(): void;
}

const RETRY_MS = 500;
/** Logs one of so many failed attempts, that is, about once a minute. */
const LOG_EVERY = 120;

/** @param repeat Brings the documents or spaces of a change to the state of the database. */
export function createUncertainChanges(
  repeat: (change: IndexChange) => Promise<void>,
  log: Log,
): UncertainChanges {
  const open = new Set<UncertainChange>();
  let isRunning = false;
  let isStopped = false;

  async function settleAll(changes: readonly UncertainChange[]): Promise<void> {
    for (const uncertain of changes) {
      if (!open.has(uncertain)) continue;
      await repeat(uncertain.change);
      uncertain.announced?.withdraw();
      open.delete(uncertain);
    }
  }

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let tries = 0; open.size > 0 && !isStopped; tries += 1) {
      await Bun.sleep(RETRY_MS);
      await settleAll([...open]).catch((error: unknown) => {
        if (tries % LOG_EVERY === 0)
          log.error("changes with an unknown outcome cannot be checked yet; retrying", error);
      });
    }
    isRunning = false;
  }

  return {
    add(changes) {
      for (const change of changes) open.add(change);
      void run();
    },
    settle: (keys) =>
      settleAll([...open].filter(({ change }) => keysOf(change).some((key) => keys.includes(key)))),
    stop() {
      isStopped = true;
    },
  };
}
