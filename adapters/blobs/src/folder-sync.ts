import { open } from "node:fs/promises";

/** Resolves when every entry that the folder had at the call is on the disk. Callers at the same time share a sync. */
export type FolderSync = (folder: string) => Promise<void>;

interface Syncs {
  running: Promise<void>;
  /** Starts after `running`, which may have begun before the latest entries were made. */
  next: Promise<void> | undefined;
}

/** Creates the function. It does nothing on Windows, where folders cannot be synced. */
export function createFolderSync(): FolderSync {
  const syncs = new Map<string, Syncs>();

  function start(folder: string): Promise<void> {
    const running = syncNow(folder).finally(() => {
      if (syncs.get(folder)?.running === running) syncs.delete(folder);
    });
    syncs.set(folder, { running, next: undefined });
    return running;
  }

  return async (folder) => {
    if (process.platform === "win32") return;
    const current = syncs.get(folder);
    if (!current) return start(folder);
    current.next ??= current.running.catch(() => undefined).then(() => start(folder));
    return current.next;
  };
}

async function syncNow(path: string): Promise<void> {
  const folder = await open(path, "r").catch(unlessDeleted);
  try {
    await folder?.sync();
  } finally {
    await folder?.close();
  }
}

function unlessDeleted(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
  throw error;
}
