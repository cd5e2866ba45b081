import { type FileSource, isServerRuntime } from "./file-source.ts";
import { randomKey } from "./random-key.ts";

/** How much of a file was sent. */
export interface UploadProgress {
  readonly loadedBytes: number;
  /** Undefined for a stream, whose end nobody knows. */
  readonly totalBytes: number | undefined;
}

/** A `multipart/form-data` body. */
export interface FormBody {
  readonly contentType: string;
  /** True when it cannot be sent again. */
  readonly isSpent: boolean;
  /** Why the file could not be read, where that is why it was not sent. */
  readonly problem: { readonly error: unknown } | undefined;
  /** The body for one attempt. */
  open(): RequestInit;
}

type OnProgress = ((progress: UploadProgress) => void) | undefined;

/** Puts a form together of fields and one file, whose bytes are read while they are sent, where that is possible. */
export async function formBody(
  fields: Readonly<Record<string, string>>,
  source: FileSource,
  onProgress: OnProgress,
): Promise<FormBody> {
  const boundary = `quarry-${randomKey()}`;
  const encoder = new TextEncoder();
  const part = (disposition: string, rest: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${rest}`;
  const texts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, `\r\n${value}\r\n`));
  // The name of the file is a field: it may hold what a header may not.
  const file = part('name="file"; filename="file"', "Content-Type: application/octet-stream\r\n\r\n");
  const head = encoder.encode(texts.join("") + file);
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  const isStreamed = isServerRuntime() && (source.blob === undefined || onProgress !== undefined);
  const blob = isStreamed ? undefined : new Blob([head, source.blob ?? (await collected(source)), tail]);
  let isRead = false;
  let problem: FormBody["problem"];

  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    isRead = true;
    yield head;
    try {
      for await (const piece of counted(source, onProgress)) yield piece;
    } catch (error) {
      problem = { error };
      throw error;
    }
    yield tail;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    get isSpent() {
      return isRead && !source.isRepeatable;
    },
    get problem() {
      return problem;
    },
    open() {
      if (blob) return { body: blob };
      // What is sent while it is read takes this, which the types do not know yet.
      const streamed: RequestInit & { duplex: "half" } = { body: streamOf(pieces()), duplex: "half" };
      return streamed;
    },
  };
}

async function* counted(source: FileSource, onProgress: OnProgress): AsyncGenerator<Uint8Array> {
  let loadedBytes = 0;
  for await (const piece of bytesOf(source)) {
    yield piece;
    // Asked for the next one: this one is on its way.
    loadedBytes += piece.byteLength;
    onProgress?.({ loadedBytes, totalBytes: source.sizeBytes });
  }
}

/** What is read, where it is bytes: a stream may give anything. */
async function* bytesOf(source: FileSource): AsyncGenerator<Uint8Array> {
  for await (const piece of source.read()) {
    if (!ArrayBuffer.isView(piece)) throw new TypeError("The stream must give bytes (Uint8Array), not text.");
    yield piece;
  }
}

async function collected(source: FileSource): Promise<Blob> {
  const pieces: BlobPart[] = [];
  for await (const piece of bytesOf(source)) pieces.push(piece as BlobPart);
  return new Blob(pieces);
}

function streamOf(pieces: AsyncGenerator<Uint8Array, void, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}
