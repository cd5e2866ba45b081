/** Counts bytes as they pass, and shows on a terminal how many there were. */
export interface ByteProgress {
  readonly bytes: number;
  /** The same pieces, counted. */
  count(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Takes what was shown away. */
  end(): void;
}

const SHOW_EVERY_MS = 200;

/** Starts to count; `total` is how many there will be, where that is known. */
export function startByteProgress(what: string, total?: number): ByteProgress {
  const { stderr } = process;
  let bytes = 0;
  const show = (): void => {
    const share = total ? ` of ${megabytes(total)} (${Math.floor((100 * bytes) / total)} %)` : "";
    stderr.write(`\r\u001b[K${what}: ${megabytes(bytes)}${share}`);
  };
  const timer = stderr.isTTY ? setInterval(show, SHOW_EVERY_MS) : undefined;
  return {
    get bytes() {
      return bytes;
    },
    async *count(pieces) {
      for await (const piece of pieces) {
        bytes += piece.byteLength;
        yield piece;
      }
    },
    end() {
      clearInterval(timer);
      if (timer) stderr.write("\r\u001b[K");
    },
  };
}

/** A number of bytes, as people read it. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
