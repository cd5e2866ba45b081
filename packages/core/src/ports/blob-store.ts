/** A stored file. */
export interface Blob {
  /** The content as a stream; with a range, only that range. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Length of the whole file in bytes. */
  readonly size: number;
}

/** A range of bytes; `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores the original files of documents. */
export interface BlobStore {
  /**
   * Stores `bytes` under `key`, replacing any previous content, and returns their URL (`file:` or `s3:`). Streams are
   * stored without buffering them whole. If a stream fails, `put` rejects with its error and stores nothing: earlier
   * content of the key remains.
   */
  put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<string>;
  /** Reads a file or a range that lies within it. Returns null for an unknown key. */
  get(key: string, range?: ByteRange): Promise<Blob | null>;
  /** Deletes a file. Succeeds for an unknown key. */
  delete(key: string): Promise<void>;
  /** Lists every key with the time of its last `put`, in no particular order. */
  list(): AsyncIterable<{ readonly key: string; readonly storedAt: Date }>;
}
