import type { Document } from "@quarry/schema";
import { DocumentFailedError, TimeoutError } from "../errors/errors.ts";
import { sleep, startDeadline } from "../http/deadline.ts";
import type { CallOptions } from "../http/options.ts";

/** Options of {@link UploadedDocument.waitUntilReady}. */
export interface WaitOptions {
  /** Timeout of the whole wait in milliseconds; `Infinity` for none. Default: 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Polling interval in milliseconds. Default: grows from 100 to 2,000. */
  readonly intervalMs?: number | undefined;
  /** Aborts the wait, which rejects with the signal's reason; the processing continues. Default: none. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every poll. `document.progress` describes how far the processing is. */
  readonly onProgress?: ((document: Document) => void) | undefined;
}

/** The record returned by an upload, with a method that waits for its processing. */
export interface UploadedDocument extends Document {
  /**
   * Resolves with the record once its status is COMPLETED. Rejects with {@link DocumentFailedError} if processing fails,
   * and with {@link TimeoutError} if it takes longer than `timeoutMs`; processing continues on the server.
   */
  waitUntilReady(options?: WaitOptions): Promise<Document>;
}

/** Reads the document's record again. */
export type ReadDocument = (options: CallOptions) => Promise<Document>;

/** Adds {@link UploadedDocument.waitUntilReady} to a record. It is not enumerable, so the record serializes unchanged. */
export function uploadedDocument(document: Document, read: ReadDocument): UploadedDocument {
  const waitUntilReady = (options?: WaitOptions) => wait(document, read, options);
  return Object.defineProperty(document, "waitUntilReady", { value: waitUntilReady }) as UploadedDocument;
}

async function wait(uploaded: Document, read: ReadDocument, options: WaitOptions = {}): Promise<Document> {
  const timeoutMs = options.timeoutMs ?? 120_000;
  const deadline = startDeadline(timeoutMs, options.signal);
  let document = uploaded;
  let intervalMs = options.intervalMs ?? 100;
  try {
    while (document.status === "PENDING" || document.status === "PROCESSING") {
      await sleep(intervalMs, deadline.signal);
      document = await read({ signal: deadline.signal });
      options.onProgress?.(document);
      if (options.intervalMs === undefined) intervalMs = Math.min(intervalMs * 1.5, 2_000);
    }
  } catch (error) {
    if (!deadline.passed) throw error;
    const message = `Document ${document.id} is still ${document.status} after ${timeoutMs} ms.`;
    throw new TimeoutError(message, { code: "timed_out", cause: error });
  } finally {
    deadline.release();
  }
  if (document.status === "COMPLETED") return document;
  const message = `Document ${document.id} failed: ${document.errorMessage ?? "no reason given"}`;
  throw new DocumentFailedError(message, { code: "document_failed" });
}
