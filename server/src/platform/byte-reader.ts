/** Reads lines and counted bytes from a stream. */
export interface ByteReader {
  /** The text up to the next line feed, without it; undefined at the end of the stream. */
  line(): Promise<string | undefined>;
  /** @throws RangeError when the stream ends before. */
  bytes(count: number): Promise<Uint8Array>;
  /** The rest of the stream, in pieces. */
  rest(): AsyncGenerator<Uint8Array>;
}

const LINE_FEED = 10;

/** Reads a stream from its start. */
export function createByteReader(stream: AsyncIterable<Uint8Array>): ByteReader {
  const source = stream[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();

  async function more(): Promise<boolean> {
    const { value, done } = await source.next();
    if (done) return false;
    rest = value;
    return true;
  }

  return {
    async line() {
      const parts: Uint8Array[] = [];
      for (;;) {
        const end = rest.indexOf(LINE_FEED);
        parts.push(end === -1 ? rest : rest.subarray(0, end));
        if (end !== -1) {
          rest = rest.subarray(end + 1);
          return Buffer.concat(parts).toString("utf8");
        }
        if (!(await more())) return undefined;
      }
    },

    async bytes(count) {
      const bytes = new Uint8Array(count);
      for (let at = 0; at < count; ) {
        if (rest.length === 0 && !(await more())) throw new RangeError("the stream ended early");
        const part = rest.subarray(0, count - at);
        bytes.set(part, at);
        rest = rest.subarray(part.length);
        at += part.length;
      }
      return bytes;
    },

    async *rest() {
      if (rest.length > 0) yield rest;
      while (await more()) yield rest;
    },
  };
}
