import type { BlobStore } from "@quarry/core";
import { type ReceivedFile, receiveFile } from "../receive/received-file.ts";

/** A file of an archive, stored for a document that may be written for it. */
export interface MemberFile {
  /** Path in the archive, as the archive has it. */
  readonly path: string;
  readonly file: ReceivedFile;
}

/** The files of an archive that is being unpacked. */
export interface ReceivedMembers {
  /** Stores a file. A path that comes again, because the reading started again, replaces the earlier file. */
  take(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** The files so far, in the archive's order. */
  files(): readonly MemberFile[];
  /** Undoes the claims, because no document was written. */
  release(): void;
  /** Deletes the files that no document claimed. Must be called in the end. */
  discard(): Promise<void>;
}

/** Starts to receive the files of an archive. */
export function receiveMembers(blobs: BlobStore, orgId: string): ReceivedMembers {
  const files = new Map<string, ReceivedFile>();
  return {
    async take(path, bytes) {
      const file = await receiveFile(blobs, orgId, bytes);
      await files.get(path)?.discard();
      files.set(path, file);
    },
    files: () => [...files].map(([path, file]) => ({ path, file })),
    release() {
      for (const file of files.values()) file.release();
    },
    async discard() {
      for (const file of files.values()) await file.discard();
    },
  };
}
