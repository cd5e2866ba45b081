import type { FormBody } from "../http/call.ts";
import { randomKey } from "../http/random-key.ts";
import { type FileSource, isServerRuntime } from "./file-source.ts";

/** How much of a file has been sent. */
export interface UploadProgress {
  /** Number of bytes of the file that have been sent, from 0 to `totalBytes`. */
  readonly loadedBytes: number;
  /** Size of the file in bytes. Undefined for a stream, whose size is unknown. */
  readonly totalBytes: number | undefined;
}

type OnProgress = ((progress: UploadProgress) => void) | undefined;

/**
 * Builds a form from fields and one file. On server runtimes the file is read while it is sent; browsers need it in
 * memory.
 */
export async function formBody(
  fields: Readonly<Record<string, string>>,
  source: FileSource,
  onProgress: OnProgress,
): Promise<FormBody> {
  const boundary = `quarry-${randomKey()}`;
  const { head, tail } = multipartFrame(fields, boundary);
  const isStreamed = isServerRuntime() && (source.blob === undefined || onProgress !== undefined);
  const blob = isStreamed ? undefined : new Blob([head, source.blob ?? (await collectBlob(source)), tail]);
  let isRead = false;
  let readFailure: FormBody["readFailure"];

  async function* chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    isRead = true;
    yield head;
    try {
      yield* withProgress(source, onProgress);
    } catch (error) {
      readFailure = { error };
      throw error;
    }
    yield tail;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    get isConsumed() {
      return isRead && !source.isRepeatable;
    },
    get readFailure() {
      return readFailure;
    },
    onUpload:
      blob && onProgress && toFileProgress(onProgress, head.byteLength, source.sizeBytes ?? blob.size),
    open() {
      if (blob) return { body: blob };
      // `fetch` requires `duplex` for streams; the DOM types do not have it yet.
      const streamed: RequestInit & { duplex: "half" } = { body: streamOf(chunks()), duplex: "half" };
      return streamed;
    },
  };
}

/** Reports the progress of the file instead of the form around it. */
function toFileProgress(onProgress: NonNullable<OnProgress>, headBytes: number, totalBytes: number) {
  return (loadedBytes: number): void =>
    onProgress({ loadedBytes: Math.min(Math.max(loadedBytes - headBytes, 0), totalBytes), totalBytes });
}

/** The bytes of a multipart form before and after the file's content. */
function multipartFrame(fields: Readonly<Record<string, string>>, boundary: string) {
  const encoder = new TextEncoder();
  const part = (disposition: string, rest: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${rest}`;
  const texts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, `\r\n${value}\r\n`));
  // The filename is sent as a field, because it may contain characters that a header cannot.
  const file = part('name="file"; filename="file"', "Content-Type: application/octet-stream\r\n\r\n");
  return {
    head: encoder.encode(texts.join("") + file),
    tail: encoder.encode(`\r\n--${boundary}--\r\n`),
  };
}

async function* withProgress(
  source: FileSource,
  onProgress: OnProgress,
): AsyncGenerator<Uint8Array, void, undefined> {
  let loadedBytes = 0;
  for await (const chunk of bytesOf(source)) {
    yield chunk;
    // `fetch` has requested the next chunk, so this one is being sent.
    loadedBytes += chunk.byteLength;
    onProgress?.({ loadedBytes, totalBytes: source.sizeBytes });
  }
}

/** Checks that a source yields bytes, because a stream can yield any value. */
async function* bytesOf(source: FileSource): AsyncGenerator<Uint8Array> {
  for await (const chunk of source.read()) {
    if (!ArrayBuffer.isView(chunk))
      throw new TypeError("The stream must yield bytes (Uint8Array), not text.");
    yield chunk;
  }
}

async function collectBlob(source: FileSource): Promise<Blob> {
  const chunks: BlobPart[] = [];
  for await (const chunk of bytesOf(source)) chunks.push(chunk as BlobPart);
  return new Blob(chunks);
}

function streamOf(chunks: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await chunks.return();
    },
  });
}
