/** A stored file. */
export interface Blob {
  /** The bytes in pieces; of a range, only its. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Length of the whole, in bytes. */
  readonly size: number;
}

/** A run of bytes; `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Keeps the original bytes of documents. */
export interface BlobStore {
  /**
   * Stores `bytes` under `key` and answers their URL (`file:` or `s3:`). Overwrites. What comes in pieces is stored
   * piece by piece; if it ends in an error, that is thrown and nothing is stored.
   */
  put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<string>;
  /** The bytes, or those of a range that lies within them; null when there are none. */
  get(key: string, range?: ByteRange): Promise<Blob | null>;
  delete(key: string): Promise<void>;
  /** Every key with the time of its last `put`, in no order. */
  list(): AsyncIterable<{ readonly key: string; readonly storedAt: Date }>;
}
