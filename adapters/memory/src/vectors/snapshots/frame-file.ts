import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** A part of a file: a JSON value and raw bytes. */
export interface Frame {
  readonly json: unknown;
  readonly bytes: Uint8Array;
}

const LENGTHS_BYTES = 8;
const DIGEST_BYTES = 32;

/**
 * Writes a file of frames followed by a digest of all of them, and flushes it to disk. Each frame is requested after
 * the previous one has been written.
 */
export async function writeFrames(path: string, frames: AsyncIterable<Frame>): Promise<void> {
  const [file, hash] = [await open(path, "w"), createHash("sha256")];
  try {
    for await (const { json, bytes } of frames) {
      const text = new TextEncoder().encode(JSON.stringify(json));
      const lengths = new Uint8Array(Uint32Array.of(text.length, bytes.length).buffer);
      for (const part of [lengths, text, bytes]) hash.update(part);
      await file.writev([lengths, text, bytes]);
    }
    await file.write(hash.digest());
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Reads a file of frames. Do not trust any frame before the end.
 * @throws Error at the end or earlier when the file is damaged.
 */
export async function* readFrames(path: string): AsyncGenerator<Frame> {
  const [file, hash] = [await open(path, "r"), createHash("sha256")];
  try {
    let left = (await file.stat()).size;
    const read = async (length: number): Promise<Uint8Array> => {
      left -= length;
      if (left < 0) throw new Error("The file is shorter than its header says.");
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length; ) {
        const { bytesRead } = await file.read(bytes, at, length - at);
        if (bytesRead === 0) throw new Error("The file was truncated while it was read.");
        at += bytesRead;
      }
      return bytes;
    };
    while (left > DIGEST_BYTES) {
      const lengths = await read(LENGTHS_BYTES);
      const [textLength = 0, bytesLength = 0] = new Uint32Array(lengths.buffer);
      const [text, bytes] = [await read(textLength), await read(bytesLength)];
      for (const part of [lengths, text, bytes]) hash.update(part);
      yield { json: JSON.parse(new TextDecoder().decode(text)), bytes };
    }
    if (!hash.digest().equals(await read(DIGEST_BYTES))) throw new Error("The file is damaged.");
  } finally {
    await file.close();
  }
}

/** Computes the digest of a whole file and optionally flushes the file to disk. */
export async function digestOf(path: string, isSynced = false): Promise<string> {
  const [file, hash] = [await open(path, isSynced ? "r+" : "r"), createHash("sha256")];
  try {
    const bytes = new Uint8Array(1024 * 1024);
    for (;;) {
      const { bytesRead } = await file.read(bytes, 0, bytes.length);
      if (bytesRead === 0) break;
      hash.update(bytes.subarray(0, bytesRead));
    }
    if (isSynced) await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest("hex");
}
