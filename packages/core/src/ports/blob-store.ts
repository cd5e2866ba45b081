/** Keeps the original bytes of documents. */
export interface BlobStore {
  /** Stores `bytes` under `key` and answers their URL (`file:` or `s3:`). Overwrites. */
  put(key: string, bytes: Uint8Array): Promise<string>;
  /** The bytes in pieces, or null when there are none. */
  get(key: string): Promise<{ readonly bytes: AsyncIterable<Uint8Array>; readonly size: number } | null>;
  delete(key: string): Promise<void>;
  /** Every key with the time of its last `put`, in no order. */
  list(): AsyncIterable<{ readonly key: string; readonly storedAt: Date }>;
  /** Deletes every key that starts with `prefix`. */
  deleteAll(prefix: string): Promise<void>;
}
