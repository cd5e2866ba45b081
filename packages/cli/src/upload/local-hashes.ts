import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/** A file as it is now. */
export interface FileState {
  readonly sha256: string;
  readonly bytes: number;
}

/** Hashes files; one whose size and time have not changed since the last look is not read again. */
export function createHashes(): (path: string) => Promise<FileState> {
  const seen = new Map<string, FileState & { readonly changedAt: number }>();
  return async (path) => {
    const { size, mtimeMs } = await stat(path);
    const known = seen.get(path);
    if (known?.bytes === size && known.changedAt === mtimeMs) return known;
    const hash = createHash("sha256");
    for await (const piece of createReadStream(path)) hash.update(piece);
    const state = { sha256: hash.digest("hex"), bytes: size, changedAt: mtimeMs };
    seen.set(path, state);
    return state;
  };
}

/** The hash of bytes that are in memory. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
