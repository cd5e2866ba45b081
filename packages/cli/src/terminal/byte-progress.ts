/** Counts the bytes of a stream and shows the count on a terminal. */
export interface ByteProgress {
  readonly bytes: number;
  /** Passes a stream through and counts its bytes. */
  count(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Clears the progress line. */
  end(): void;
}

const UPDATE_INTERVAL_MS = 200;

/** Starts a byte counter. `total` is the expected number of bytes, if known. */
export function startByteProgress(label: string, total?: number): ByteProgress {
  const { stderr } = process;
  let bytes = 0;
  const show = (): void => {
    const share = total ? ` of ${megabytes(total)} (${Math.floor((100 * bytes) / total)} %)` : "";
    stderr.write(`\r\u001b[K${label}: ${megabytes(bytes)}${share}`);
  };
  const timer = stderr.isTTY ? setInterval(show, UPDATE_INTERVAL_MS) : undefined;
  return {
    get bytes() {
      return bytes;
    },
    async *count(chunks) {
      for await (const chunk of chunks) {
        bytes += chunk.byteLength;
        yield chunk;
      }
    },
    end() {
      clearInterval(timer);
      if (timer) stderr.write("\r\u001b[K");
    },
  };
}

/** Formats a number of bytes as megabytes. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
