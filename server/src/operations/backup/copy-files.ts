import type { BlobStore } from "@quarry/core";
import type { Status } from "../reported.ts";
import type { BackupFolder, ListedFile } from "./backup-folder.ts";

const FILES_AT_ONCE = 8;

/** Copies original files into a backup. Returns the keys of files that no longer exist. */
export async function copyFiles(
  blobs: BlobStore,
  folder: BackupFolder,
  keys: readonly string[],
  copied: Map<string, ListedFile>,
  status: Status,
): Promise<Set<string>> {
  const missing = new Set<string>();
  await inBatches(keys, async (key, at) => {
    status.text = `${at} of ${keys.length} files are copied`;
    const blob = await blobs.get(key);
    try {
      if (blob) return void copied.set(key, await folder.writeFile(key, blob.bytes));
    } catch (error) {
      // Else it was deleted while it was read.
      if (await blobs.get(key)) throw error;
    }
    missing.add(key);
  });
  return missing;
}

/** Runs a task for each item, a few at a time. */
export async function inBatches<Item>(
  items: readonly Item[],
  task: (item: Item, at: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += FILES_AT_ONCE)
    await Promise.all(items.slice(start, start + FILES_AT_ONCE).map((item, at) => task(item, start + at)));
}
