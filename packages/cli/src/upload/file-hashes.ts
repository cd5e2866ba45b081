import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** The current state of a file. */
export interface FileState {
  readonly sha256: string;
  readonly bytes: number;
}

/** Creates a function that hashes files. A file with unchanged size and modification time is not read again. */
export function createFileHasher(): (path: string) => Promise<FileState> {
  const cache = new Map<string, FileState & { readonly changedAt: number }>();
  return async (path) => {
    const { size, mtimeMs } = await stat(path);
    const cached = cache.get(path);
    if (cached?.bytes === size && cached.changedAt === mtimeMs) return cached;
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    const state = { sha256: hash.digest("hex"), bytes: size, changedAt: mtimeMs };
    cache.set(path, state);
    return state;
  };
}

/** The SHA-256 hash of bytes, in hexadecimal. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
