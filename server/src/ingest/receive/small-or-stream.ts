/** Reads a small file to its end, so that it can be stored with its document. Returns a larger one as a stream. */
export async function smallOrStream(
  pieces: AsyncIterable<Uint8Array>,
  smallBytes: number,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const iterator = pieces[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  for (let size = 0; size <= smallBytes; ) {
    const { value, done } = await iterator.next();
    if (done) return Buffer.concat(read);
    size += value.byteLength;
    // A copy, because the sender may use its buffer again.
    read.push(Uint8Array.from(value));
  }
  return continued(read, iterator);
}

async function* continued(
  read: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* read;
    for (;;) {
      const { value, done } = await iterator.next();
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
