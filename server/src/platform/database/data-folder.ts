import { Database as Sqlite } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { QuarryError } from "@quarry/core";

/** A data folder. */
export interface DataFolder {
  /** Absolute path of something inside the folder. */
  path(...names: string[]): string;
  release(): void;
}

/**
 * Makes the data folder where needed and locks it, if it is for this process alone: two on one embedded database would
 * silently lose each other's writes. The lock is SQLite's file lock, which the operating system frees however the
 * process ends.
 * @throws QuarryError `invalid_request` when the folder cannot be written or another process holds it.
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
    // Those who share the folder keep out those who want it for themselves.
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
