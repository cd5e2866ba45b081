import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { BlobStore } from "@quarry/core";

const MAX_TRIES = 5;

/**
 * Keeps blobs as files under `folder`; a key's slashes are folders. A file appears whole or not at all.
 * Keys come from ids and hashes, never from what a caller named.
 */
export function createDiskBlobStore(folder: string): BlobStore {
  const root = resolve(folder);

  function pathOf(key: string): string {
    const path = join(root, key);
    if (!path.startsWith(root + sep) || path === root + sep)
      throw new Error("a blob key must stay inside the blob folder");
    return path;
  }

  async function write(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const partial = `${path}.${crypto.randomUUID()}.partial`;
    try {
      await (bytes instanceof Uint8Array ? Bun.write(partial, bytes) : writePieces(partial, bytes));
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      for (let tries = 1; ; tries += 1) {
        try {
          await write(path, bytes);
          return pathToFileURL(path).href;
        } catch (error) {
          // Somebody deleted the folder in between, with all that was in it.
          const isGone = error instanceof Error && "code" in error && error.code === "ENOENT";
          // Pieces come only once.
          if (!isGone || tries >= MAX_TRIES || !(bytes instanceof Uint8Array)) throw error;
        }
      }
    },

    async get(key, range) {
      const file = Bun.file(pathOf(key));
      if (!(await file.exists())) return null;
      const { size } = file;
      return { bytes: (range ? file.slice(range.start, range.end) : file).stream(), size };
    },

    async *list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        // Somebody may delete it meanwhile.
        const found = await stat(path).catch(() => undefined);
        if (found) yield { key: relative(root, path).split(sep).join("/"), storedAt: found.mtime };
      }
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function writePieces(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const sink = Bun.file(path).writer();
  try {
    for await (const piece of pieces) {
      sink.write(piece);
      await sink.flush();
    }
  } finally {
    await sink.end();
  }
}
