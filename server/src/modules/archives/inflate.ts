import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { QuarryError } from "@quarry/core";
import { brokenArchive } from "./broken-archive.ts";

const GZIP = [0x1f, 0x8b];

/** An archive may inflate to this size. Beyond it, the inflation ratio is limited. */
const FREE_BYTES = 256_000_000;
const MAX_RATIO = 200;

/**
 * Decompresses an archive if its first bytes show that it is gzip; otherwise passes it through.
 * @throws QuarryError `invalid_request` when it is damaged, `payload_too_large` when its inflation ratio is
 * higher than any real archive's.
 */
export async function* inflate(
  sent: AsyncIterable<Uint8Array>,
  freeBytes = FREE_BYTES,
): AsyncGenerator<Uint8Array> {
  const source = sent[Symbol.asyncIterator]();
  const start: Uint8Array[] = [];
  let size = 0;
  async function* whole() {
    yield* start;
    for (let next = await source.next(); !next.done; next = await source.next()) {
      size += next.value.byteLength;
      yield next.value;
    }
  }
  try {
    while (size < GZIP.length) {
      const { value, done } = await source.next();
      if (done) break;
      start.push(value);
      size += value.byteLength;
    }
    const first = Buffer.concat(start);
    if (!GZIP.every((byte, at) => first[at] === byte)) return yield* whole();

    let inflated = 0;
    for await (const piece of gunzip(whole())) {
      inflated += piece.byteLength;
      if (inflated > freeBytes && inflated > MAX_RATIO * size) throw tooDense();
      yield piece;
    }
  } finally {
    await source.return?.();
  }
}

async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const output = createGunzip();
  // Prevents an unhandled rejection; the output reports the error.
  pipeline(Readable.from(bytes), output).catch(() => undefined);
  try {
    for await (const piece of output) yield piece as Uint8Array;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code.startsWith("Z_")) throw brokenArchive("its gzip data is damaged or ends too early");
    throw error;
  }
}

function tooDense(): QuarryError {
  return new QuarryError(
    "payload_too_large",
    `The archive inflates to more than ${MAX_RATIO} times its size. Decompress it with gunzip and import the result.`,
  );
}
