import { Database as Sqlite } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { QuarryError } from "@quarry/core";

/** A data folder that this process alone may use. */
export interface DataFolder {
  /** Absolute path of something inside the folder. */
  path(...names: string[]): string;
  release(): void;
}

/**
 * Makes the data folder where needed and locks it: two processes on one embedded database would silently lose each
 * other's writes. The lock is SQLite's file lock, which the operating system frees however the process ends.
 * @throws QuarryError `invalid_request` when the folder cannot be written or another process holds it.
 */
export function claimDataFolder(dataDir: string): DataFolder {
  let lock: Sqlite;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    lock = new Sqlite(join(dataDir, "lock.sqlite"));
  } catch (cause) {
    throw new QuarryError(
      "invalid_request",
      `Cannot write to the data folder ${dataDir}. Make it writable, or set QUARRY_DATA_DIR to another one.`,
      { cause },
    );
  }
  try {
    lock.exec("pragma locking_mode = exclusive; begin exclusive;");
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
  return { path: (...names) => join(dataDir, ...names), release: () => lock.close() };
}
