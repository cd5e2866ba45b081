import { duration, megabytes } from "./amounts.ts";
import { canDraw, type LiveRegion, startLiveRegion } from "./live-region.ts";
import { printMessage } from "./output.ts";

/** Counts the bytes of a stream and shows how far it is: on a terminal all the time, otherwise a line every few seconds. */
export interface ByteProgress {
  readonly bytes: number;
  /** Passes a stream through and counts its bytes. */
  count(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Ends the display. */
  end(): void;
}

/** What a stream is, for its progress. */
export interface ByteProgressOptions {
  readonly label: string;
  /** The expected number of bytes, if known. */
  readonly total?: number | undefined;
  /** What happens after the last byte, if it takes time. */
  readonly after?: string;
}

const LINE_INTERVAL_MS = 5000;
/** The first bytes say little about the rest. */
const MIN_ESTIMATE_MS = 1000;

/** Starts a byte counter. */
export function startByteProgress({ label, total, after }: ByteProgressOptions): ByteProgress {
  const startedAt = performance.now();
  let bytes = 0;
  let isRead = false;

  function text(): string {
    const elapsedMs = performance.now() - startedAt;
    if (isRead && after !== undefined)
      return `${label}: ${megabytes(bytes)}, ${after}, ${duration(elapsedMs)}`;
    const rate = `${megabytes((bytes * 1000) / Math.max(1, elapsedMs))}/s`;
    const canEstimate = total !== undefined && bytes > 0 && elapsedMs >= MIN_ESTIMATE_MS;
    return [
      `${label}: ${megabytes(bytes)}`,
      ...(total ? [` of ${megabytes(total)} (${Math.floor((100 * bytes) / total)} %)`] : []),
      `, ${rate}`,
      ...(canEstimate ? [`, about ${duration((elapsedMs * (total - bytes)) / bytes)} left`] : []),
    ].join("");
  }

  const region: LiveRegion | undefined = canDraw() ? startLiveRegion(() => [text()]) : undefined;
  const timer = region ? undefined : setInterval(() => printMessage(`... ${text()}`), LINE_INTERVAL_MS);
  timer?.unref();
  return {
    get bytes() {
      return bytes;
    },
    async *count(chunks) {
      for await (const chunk of chunks) {
        bytes += chunk.byteLength;
        yield chunk;
      }
      isRead = true;
    },
    end() {
      clearInterval(timer);
      region?.end();
    },
  };
}
