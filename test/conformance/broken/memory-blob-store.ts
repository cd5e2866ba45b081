import type { BlobStore } from "@quarry/core";

/** The files of a store in memory, which outlive the store. */
export type StoredFiles = Map<string, { readonly bytes: Uint8Array; readonly storedAt: Date }>;

/** Creates a correct blob store in memory, from which tests derive broken ones. */
export function createMemoryBlobStore(files: StoredFiles): BlobStore {
  return {
    async put(key, bytes) {
      const chunks = bytes instanceof Uint8Array ? [bytes] : await Array.fromAsync(bytes);
      files.set(key, { bytes: new Uint8Array(Buffer.concat(chunks)), storedAt: new Date() });
      return `file:///${key}`;
    },
    async get(key, range) {
      const file = files.get(key);
      if (!file) return null;
      const bytes = range ? file.bytes.slice(range.start, range.end) : file.bytes;
      return { bytes: streamOf(bytes), size: file.bytes.length };
    },
    async delete(key) {
      files.delete(key);
    },
    async *list() {
      for (const [key, { storedAt }] of files) yield { key, storedAt };
    },
  };
}

/** Streams bytes as one chunk. */
export async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
