import type { BlobStore } from "@quarry/core";

/** A blob store under test, empty at first. */
export interface BlobStoreSubject {
  readonly store: BlobStore;
  /** Opens another store on the same data, as after a restart of the process. */
  reopen(): Promise<BlobStore>;
  /** Deletes all data. */
  cleanUp(): Promise<void>;
}

/** Creates a new, empty store; called once per test. */
export type BlobStoreFactory = () => Promise<BlobStoreSubject>;

/** Options of the blob store suite. */
export interface BlobStoreOptions {
  /** URL scheme that `put` returns. */
  readonly scheme: "file" | "s3";
  /** Timeout per test. Default one minute. */
  readonly timeoutMs?: number;
  /** Length of the streamed file, in bytes. Default 12 MB, which exceeds the smallest part of an S3 upload. */
  readonly largeBytes?: number;
  /** Number of files in the listing test. Default 1,100, which exceeds a page of an S3 listing. */
  readonly listedFiles?: number;
  /** False for a test server that replaces files in several steps: skips reading during competing writes. Default true. */
  readonly replacesAtomically?: boolean;
}
