import type { Document } from "@quarry/schema";
import { sleep, startDeadline } from "./deadline.ts";
import { DocumentFailedError, TimeoutError } from "./errors.ts";
import type { CallOptions } from "./options.ts";

/** How to wait for a document. */
export interface WaitOptions {
  /** Bound on the whole wait; 120,000 when left out. */
  readonly timeoutMs?: number | undefined;
  /** Time between two looks; when left out it grows from 0.1 to 2 seconds. */
  readonly intervalMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Is told at every look; `document.progress` says how far the processing is. */
  readonly onProgress?: ((document: Document) => void) | undefined;
}

/** The record that an upload answers, which can be waited for. */
export interface UploadedDocument extends Document {
  /**
   * Answers the record once its status is COMPLETED. Rejects with {@link DocumentFailedError} when processing failed,
   * and with {@link TimeoutError} when it is not done within `timeoutMs`; processing goes on then.
   */
  waitUntilReady(options?: WaitOptions): Promise<Document>;
}

/** Reads the document's record again. */
export type ReadDocument = (options: CallOptions) => Promise<Document>;

/** Adds {@link UploadedDocument.waitUntilReady} to a record, not enumerable, so that it stays the body as answered. */
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
