/** Reads lines and fixed numbers of bytes from a stream. */
export interface ByteReader {
  /** Reads up to the next line feed and returns the text before it. Returns undefined at the end of the stream. */
  line(): Promise<string | undefined>;
  /** @throws RangeError when the stream ends early. */
  bytes(count: number): Promise<Uint8Array>;
  /** Reads on after bytes that were read before, to a whole of `count` bytes. @throws RangeError as `bytes`. */
  fill(head: Uint8Array, count: number): Promise<Uint8Array>;
  /** Reads the rest of the stream. */
  rest(): AsyncGenerator<Uint8Array>;
}

const LINE_FEED = 10;

/** Creates a reader at the start of a stream. */
export function createByteReader(stream: AsyncIterable<Uint8Array>): ByteReader {
  const source = stream[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();

  async function more(): Promise<boolean> {
    const { value, done } = await source.next();
    if (done) return false;
    rest = value;
    return true;
  }

  async function fill(head: Uint8Array, count: number): Promise<Uint8Array> {
    if (head.length === count) return head;
    const bytes = new Uint8Array(count);
    bytes.set(head);
    for (let at = head.length; at < count; ) {
      if (rest.length === 0 && !(await more())) throw new RangeError("the stream ended early");
      const part = rest.subarray(0, count - at);
      bytes.set(part, at);
      rest = rest.subarray(part.length);
      at += part.length;
    }
    return bytes;
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

    bytes: (count) => fill(new Uint8Array(), count),
    fill,

    async *rest() {
      if (rest.length > 0) yield rest;
      while (await more()) yield rest;
    },
  };
}
