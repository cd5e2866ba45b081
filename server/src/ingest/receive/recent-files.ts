import { LRUCache } from "lru-cache";

/** Small files that were just stored, so that the worker need not read them back. The blob store stays the truth. */
export interface RecentFiles {
  put(blobKey: string, bytes: Uint8Array): void;
  /** Returns and forgets a file. */
  take(blobKey: string): Uint8Array | undefined;
}

/** A thousand documents of a few kilobytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Creates an empty set. The oldest files make room for new ones. */
export function createRecentFiles(maxBytes = MAX_BYTES): RecentFiles {
  const files = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });
  return {
    put: (blobKey, bytes) => void files.set(blobKey, bytes),
    take(blobKey) {
      const bytes = files.get(blobKey);
      files.delete(blobKey);
      return bytes;
    },
  };
}
