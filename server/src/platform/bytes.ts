/**
 * Collects a stream of bytes in one array.
 * @param tooLarge Creates the error that is thrown when the stream has more than `maxBytes`.
 */
export async function collectBytes(
  parts: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
  tooLarge: () => Error = () => new RangeError("too many bytes"),
): Promise<Uint8Array<ArrayBuffer>> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const part of cappedBytes(parts, maxBytes, tooLarge)) {
    size += part.byteLength;
    kept.push(part);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const part of kept) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}

/** Passes a stream of bytes through. Throws the error of `tooLarge` when it has more than `maxBytes`. */
export async function* cappedBytes(
  parts: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of parts) {
    size += part.byteLength;
    if (size > maxBytes) throw tooLarge();
    yield part;
  }
}
