import { dlopen } from "bun:ffi";
import { closeSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";

const WRITE = 2;

/**
 * Prepares to make the kernel send what it holds of a share of the files to the disk, without a flush, as it otherwise does
 * after half a minute. The disk then has more in its cache than what programs were about to sync.
 */
export function prepareWriteBack(folder: string, share: number, random: () => number): () => void {
  const library = dlopen("libc.so.6", {
    sync_file_range: { args: ["int", "i64", "i64", "u32"], returns: "int" },
  });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && random() < share)
    .map(({ parentPath, name }) => join(parentPath, name));
  return () => {
    for (const path of files)
      try {
        const file = openSync(path, "r");
        library.symbols.sync_file_range(file, 0, 0, WRITE);
        closeSync(file);
      } catch {
        // It was deleted, or the power is off.
      }
  };
}
