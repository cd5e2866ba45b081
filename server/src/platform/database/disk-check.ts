import { constants } from "node:fs";
import { access, open, statfs } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../log/database-errors.ts";

/** Returns why the disk of a folder cannot be written, or undefined when it can. */
export type DiskCheck = () => Promise<string | undefined>;

/** PostgreSQL's log grows by files of 16 MB. */
const MIN_FREE_BYTES = 20_000_000;
const MIN_FREE_FILES = 100;
/** A write that takes longer is reported. */
const SLOW_MS = 1000;
const WRITE_EVERY_MS = 3000;

/** Creates the check. It reads the state of the file system, and now and then writes a byte, without waiting for it. */
export function createDiskCheck(folder: string): DiskCheck {
  const writes = createWrites(join(folder, "disk-check"));
  return async () => {
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable)
      return "The disk of the data folder is read-only: nothing can be stored. Check the disk, then make it writable again.";
    const { bavail, bsize, files, ffree } = await statfs(folder);
    const freeBytes = bavail * bsize;
    if (freeBytes < MIN_FREE_BYTES)
      return `The disk of the data folder is full (${Math.floor(freeBytes / 1e6)} MB free): free or add space. Queries still work.`;
    // Some file systems do not limit the number of files, and report 0.
    if (files > 0 && ffree < MIN_FREE_FILES)
      return `The disk of the data folder can hold only ${ffree} more files: delete some. Queries still work.`;
    return writes.problem();
  };
}

/** Writes one byte at a time to a file and flushes it. */
function createWrites(path: string) {
  let startedAt = Number.NEGATIVE_INFINITY;
  let isWriting = false;
  let failure: string | undefined;

  async function write(): Promise<void> {
    startedAt = performance.now();
    isWriting = true;
    failure = await writeByte(path).then(
      () => undefined,
      (error: unknown) => errorCode(error),
    );
    isWriting = false;
  }

  return {
    /** What the writes show so far. */
    problem(): string | undefined {
      const sinceMs = performance.now() - startedAt;
      if (!isWriting && sinceMs > WRITE_EVERY_MS) void write();
      else if (isWriting && sinceMs > SLOW_MS)
        return `The disk of the data folder has not finished a write for ${(sinceMs / 1000).toFixed(1)} s: check it. Writes wait; queries still work.`;
      return failure === undefined
        ? undefined
        : `The disk of the data folder cannot be written (${failure}): check it. Queries still work.`;
    },
  };
}

async function writeByte(path: string): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.write("1");
    await file.datasync();
  } finally {
    await file.close();
  }
}
