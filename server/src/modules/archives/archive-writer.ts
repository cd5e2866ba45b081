import { createHash } from "node:crypto";
import { CHECKSUMS, TRAILER, type TrailerRecord } from "./archive-format.ts";
import { BLOCK_BYTES, paddingOf, writeTarHeader } from "./tar-header.ts";

/** An entry to write. Its size is known in advance. */
export interface EntryToWrite {
  readonly name: string;
  readonly size: number;
  readonly bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** A folder to write, such as all entries of a document. */
export interface FolderToWrite {
  readonly kind: "space" | "document" | "evaluation";
  readonly path: string;
  readonly entries: readonly EntryToWrite[];
}

/** Creates an entry from bytes in memory. */
export function entryOf(name: string, bytes: Uint8Array): EntryToWrite {
  return { name, size: bytes.byteLength, bytes: [bytes] };
}

/** Creates an entry from a JSON value. */
export function jsonEntry(name: string, value: unknown): EntryToWrite {
  return entryOf(name, Buffer.from(`${JSON.stringify(value)}\n`));
}

/** Writes an archive as a stream. Reads sources only as fast as the stream is consumed. */
export async function* writeArchive(
  folders: AsyncIterable<FolderToWrite>,
  writtenAt: Date,
): AsyncGenerator<Uint8Array> {
  const all = createHash("sha256");
  const counts = { space: 0, document: 0, evaluation: 0 };

  async function* writeEntry(path: string, { size, bytes }: EntryToWrite, digest = createHash("sha256")) {
    yield writeTarHeader({ name: path, size }, writtenAt);
    let written = 0;
    for await (const piece of bytes) {
      written += piece.byteLength;
      digest.update(piece);
      yield piece;
    }
    if (written !== size) throw new Error(`${path} has ${written} bytes instead of ${size}`);
    yield new Uint8Array(paddingOf(size));
    return digest.digest("hex");
  }

  for await (const { kind, path, entries } of folders) {
    let sums = "";
    for (const entry of entries) {
      const name = `${path}/${entry.name}`;
      sums += `${yield* writeEntry(name, entry)}  ${name}\n`;
    }
    all.update(sums);
    counts[kind] += 1;
    yield* writeEntry(`${path}/${CHECKSUMS}`, entryOf(CHECKSUMS, Buffer.from(sums)));
  }
  const trailer: TrailerRecord = {
    documents: counts.document,
    evaluations: counts.evaluation,
    sha256: all.digest("hex"),
  };
  yield* writeEntry(TRAILER, jsonEntry(TRAILER, trailer));
  yield new Uint8Array(2 * BLOCK_BYTES);
}
