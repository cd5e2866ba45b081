import { Database as Sqlite } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { QuarryError } from "@quarry/core";

/** A locked data folder. */
export interface DataFolder {
  /** Absolute path of a file or folder inside the data folder. */
  path(...names: string[]): string;
  release(): void;
}

/**
 * Creates the data folder if it does not exist, and locks it: exclusively for a single process, shared otherwise. The
 * lock is SQLite's file lock, which the operating system releases however the process ends.
 * @throws QuarryError `invalid_request` when the folder is not writable or another process has locked it.
 */
export function openDataFolder(dataDir: string, isSingleProcess: boolean): DataFolder {
  const path = (...names: string[]) => join(dataDir, ...names);
  let lock: Sqlite;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    lock = new Sqlite(path("lock.sqlite"));
  } catch (cause) {
    throw new QuarryError(
      "invalid_request",
      `Cannot write to the data folder ${dataDir}. Make it writable, or set QUARRY_DATA_DIR to another one.`,
      { cause },
    );
  }
  try {
    // The shared lock blocks processes that lock the folder exclusively.
    lock.exec(
      isSingleProcess
        ? "pragma locking_mode = exclusive; begin exclusive;"
        : "pragma locking_mode = exclusive; begin; select * from sqlite_master;",
    );
  } catch (cause) {
    lock.close();
    const busy = cause instanceof Error && /locked|busy/i.test(cause.message);
    throw new QuarryError(
      "invalid_request",
      busy
        ? `The data folder ${dataDir} is in use by another Quarry. Stop that one, or set QUARRY_DATA_DIR to another folder.`
        : `Cannot write to the data folder ${dataDir}. Make it writable, or set QUARRY_DATA_DIR to another one.`,
      { cause },
    );
  }
  return { path, release: () => lock.close() };
}
