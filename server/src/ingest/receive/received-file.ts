import { createHash } from "node:crypto";
import type { BlobStore } from "@quarry/core";
import { createYieldToEventLoop } from "@quarry/core/internal";
import type { OriginalFiles } from "../../records/documents/original-files.ts";
import type { SmallFile } from "../../records/documents/small-files.ts";

/** Where a claimed file is stored. */
interface FileLocation {
  readonly blobKey: string;
  readonly storageUrl: string;
}

/** The file of an upload, in memory or in the blob store. */
export interface ReceivedFile {
  readonly size: number;
  /** The bytes of a file in memory. */
  readonly bytes: Uint8Array | undefined;
  /** SHA-256 of the bytes followed by `suffix`, in hex. */
  hash(suffix: string): string;
  /** Reads the bytes as a stream. */
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** Stores the file, if it is not stored yet, for a document that is about to be written and will own it. */
  claim(): Promise<FileLocation>;
  /** As `claim`, but returns a small file, which the caller must store in the transaction that writes the document. */
  claimWithRow(): Promise<{ readonly location: FileLocation; readonly file: SmallFile | undefined }>;
  /** Undoes a claim, because the document was not written. */
  release(): void;
  /** Deletes the stored file unless a document claimed it. Every receiver of a file must call this in the end. */
  discard(): Promise<void>;
}

/** Receives a file. Bytes in memory are stored when a document claims them; a stream is stored while it arrives. */
export async function receiveFile(
  blobs: BlobStore & Partial<Pick<OriginalFiles, "urlInDatabase">>,
  orgId: string,
  sent: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  // Each file has a key of its own, even if the content is equal, so that deleting one never deletes another.
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
    const pause = createYieldToEventLoop();
    for (const piece of piecesOf(sent)) {
      digest.update(piece);
      await pause();
    }
    size = sent.byteLength;
  } else storageUrl = await blobs.put(blobKey, watched(sent));

  async function claim(): Promise<FileLocation> {
    isClaimed = true;
    storageUrl ??= await blobs.put(blobKey, sent);
    return { blobKey, storageUrl };
  }

  return {
    size,
    bytes: sent instanceof Uint8Array ? sent : undefined,
    hash: (suffix) => digest.copy().update(suffix).digest("hex"),
    async open() {
      if (sent instanceof Uint8Array) return once(sent);
      const blob = await blobs.get(blobKey);
      if (!blob) throw new Error("a received file is no longer in the blob store");
      return blob.bytes;
    },
    claim,
    async claimWithRow() {
      const url = storageUrl === undefined ? blobs.urlInDatabase?.(blobKey, size) : undefined;
      if (url === undefined || !(sent instanceof Uint8Array))
        return { location: await claim(), file: undefined };
      return { location: { blobKey, storageUrl: url }, file: { key: blobKey, bytes: sent } };
    },
    release() {
      isClaimed = false;
    },
    async discard() {
      if (storageUrl !== undefined && !isClaimed) await blobs.delete(blobKey);
    },
  };
}

/** Large files are hashed and sent in pieces, so that nothing else waits long. */
const PIECE_BYTES = 1024 * 1024;

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* piecesOf(bytes);
}
