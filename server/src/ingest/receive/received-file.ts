import { createHash } from "node:crypto";
import type { BlobStore } from "@quarry/core";

/** The bytes that a caller sent for a document, wherever they are. */
export interface ReceivedFile {
  readonly size: number;
  /** SHA-256 of the bytes with `suffix` after them, in hex. */
  hash(suffix: string): string;
  /** Reads the bytes, in pieces. */
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** Stores it, if it is not stored yet, for a document that is about to be written and will own it. */
  claim(): Promise<{ readonly blobKey: string; readonly storageUrl: string }>;
  /** No document was written. */
  release(): void;
  /** Deletes what was stored and belongs to no document. Whoever received a file calls this in the end. */
  discard(): Promise<void>;
}

/** Takes in a file: bytes in memory are stored when a document claims them, pieces while they come in. */
export async function receiveFile(
  blobs: BlobStore,
  orgId: string,
  sent: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  // Another one for each file, whatever it holds: nobody else's file is deleted with it.
  const name = crypto.randomUUID();
  const blobKey = `${orgId}/${name.slice(0, 2)}/${name}`;
  const digest = createHash("sha256");
  let size = 0;
  let storageUrl: string | undefined;
  let isClaimed = false;

  async function* watched(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      digest.update(piece);
      size += piece.byteLength;
      yield piece;
    }
  }
  if (sent instanceof Uint8Array) {
    digest.update(sent);
    size = sent.byteLength;
  } else storageUrl = await blobs.put(blobKey, watched(sent));

  return {
    size,
    hash: (suffix) => digest.copy().update(suffix).digest("hex"),
    async open() {
      if (sent instanceof Uint8Array) return once(sent);
      const blob = await blobs.get(blobKey);
      if (!blob) throw new Error("a file that was received is gone");
      return blob.bytes;
    },
    async claim() {
      isClaimed = true;
      storageUrl ??= await blobs.put(blobKey, sent);
      return { blobKey, storageUrl };
    },
    release() {
      isClaimed = false;
    },
    async discard() {
      if (storageUrl !== undefined && !isClaimed) await blobs.delete(blobKey);
    },
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
