import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { BlobStore } from "@quarry/core";
import { createFolderSync } from "./folder-sync.ts";

const MAX_ATTEMPTS = 5;
const SMALL_BYTES = 64 * 1024;

/**
 * Creates a store that keeps blobs as files under `folder`. Slashes in a key become folders. Writes are atomic, and on the
 * disk when `put` resolves. Keys consist of ids and hashes, never of user input.
 */
export function createDiskBlobStore(folder: string): BlobStore {
  const root = resolve(folder);
  const syncFolder = createFolderSync();

  function pathOf(key: string): string {
    const path = join(root, key);
    if (!path.startsWith(root + sep) || path === root + sep)
      throw new Error(`The blob key ${JSON.stringify(key)} must stay inside the blob folder.`);
    return path;
  }

  async function makeFolder(path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Existing folders too: another call may have made one and not synced it yet.
    for (let made = dirname(path); made.startsWith(root); made = dirname(made))
      await syncFolder(dirname(made));
  }

  async function write(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const partial = `${path}.${crypto.randomUUID()}.partial`;
    try {
      await writeSynced(partial, bytes);
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      // A stream can be read only once, so its folder must exist.
      if (!(bytes instanceof Uint8Array)) await makeFolder(path);
      for (let attempt = 1; ; attempt += 1) {
        try {
          await write(path, bytes);
          return pathToFileURL(path).href;
        } catch (error) {
          // The folder is new, or another process deleted it during the write.
          const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
          if (!isMissing || attempt >= MAX_ATTEMPTS || !(bytes instanceof Uint8Array)) throw error;
          await makeFolder(path);
        }
      }
    },

    async get(key, range) {
      const path = pathOf(key);
      const found = await stat(path).catch(() => undefined);
      if (!found?.isFile()) return null;
      const { size } = found;
      const file = Bun.file(path);
      // One read is much faster than a stream.
      if (!range && size <= SMALL_BYTES) return { bytes: readWhole(file), size };
      return { bytes: (range ? file.slice(range.start, range.end) : file).stream(), size };
    },

    async *list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        // The file may be deleted during the listing.
        const found = await stat(path).catch(() => undefined);
        if (found) yield { key: relative(root, path).split(sep).join("/"), storedAt: found.mtime };
      }
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function* readWhole(file: Bun.BunFile): AsyncGenerator<Uint8Array> {
  yield await file.bytes();
}

async function writeSynced(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, "w");
  try {
    if (bytes instanceof Uint8Array) await file.writeFile(bytes);
    else await writeParts(file, bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function writeParts(file: FileHandle, parts: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const part of parts) await file.writeFile(part);
}
