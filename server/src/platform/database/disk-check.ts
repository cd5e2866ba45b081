import { constants } from "node:fs";
import { access, statfs } from "node:fs/promises";

/** Returns why the disk of a folder cannot be written, or undefined when it can. */
export type DiskCheck = () => Promise<string | undefined>;

/** PostgreSQL's log grows by files of 16 MB. */
const MIN_FREE_BYTES = 20_000_000;
const MIN_FREE_FILES = 100;

/** Creates the check. It reads the state of the file system and writes nothing. */
export function createDiskCheck(folder: string): DiskCheck {
  return async () => {
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable) return "The disk of the data folder is read-only: nothing can be stored.";
    const { bavail, bsize, files, ffree } = await statfs(folder);
    const freeBytes = bavail * bsize;
    if (freeBytes < MIN_FREE_BYTES)
      return `The disk of the data folder is full (${Math.floor(freeBytes / 1e6)} MB free): free or add space. Queries still work.`;
    // Some file systems do not limit the number of files, and report 0.
    if (files > 0 && ffree < MIN_FREE_FILES)
      return `The disk of the data folder can hold only ${ffree} more files: delete some. Queries still work.`;
    return undefined;
  };
}
