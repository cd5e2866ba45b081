import { readFile } from "node:fs/promises";
import type { Document, Metadata } from "@quarry/schema";
import { ConflictError, type Quarry, QuarryError } from "@quarry/sdk";
import { retryRateLimit } from "../connection/retry-rate-limit.ts";
import { hashOf } from "./file-hashes.ts";
import type { LocalFile } from "./find-files.ts";
import { markOf, withMark } from "./upload-mark.ts";

/** Files up to this size are sent in batches. */
const BATCHED_FILE_MAX_BYTES = 128 * 1024;
const BATCH_MAX_FILES = 25;
/** Files of these types may take long to read, even small ones, and the other files of their batch would wait. */
const SLOW_TYPES =
  /\.(pdf|png|jpe?g|gif|bmp|tiff?|webp|avif|zip|tar|t?gz|docx?|xlsx?|pptx?|od[tsp]|epub|msg|mbox)$/i;
/** Long enough for the text recognition of scanned documents. */
const TIMEOUT_MS = 30 * 60_000;
/** Enough retries to survive a restart of the server. */
const SEND_OPTIONS = { timeoutMs: TIMEOUT_MS, maxRetries: 5 };
/** Statuses that concern one file only. All other errors stop the upload, because the next file would fail too. */
const FILE_STATUSES: readonly (number | undefined)[] = [400, 409, 413, 415, 422];

/** A file that is new or changed. */
export interface PendingFile extends LocalFile {
  readonly bytes: number;
  /** The existing document with the same filename. */
  readonly document: Document | undefined;
}

/** The result of sending one file. The server may still have to process the document. */
export type SendResult =
  | { readonly file: PendingFile; readonly document: Document; readonly created: boolean }
  | {
      readonly file: PendingFile;
      readonly message: string;
      /** The document that remains, with a mark of the failure. */
      readonly document?: Document;
    };

/** Where and how files are sent. */
export interface Destination {
  readonly quarry: Quarry;
  readonly spaceId: string;
  readonly source: string;
  readonly signal: AbortSignal;
}

/** Groups files into calls: small texts in batches, spread over the concurrent calls, and each other file alone. */
export function toBatches(
  files: readonly PendingFile[],
  { concurrency, wait }: { readonly concurrency: number; readonly wait: boolean },
): PendingFile[][] {
  const isBatched = ({ bytes, document, filename }: PendingFile): boolean =>
    bytes <= BATCHED_FILE_MAX_BYTES && (wait || document !== undefined) && !SLOW_TYPES.test(filename);
  const batched = files.filter(isBatched);
  const size = Math.max(1, Math.min(BATCH_MAX_FILES, Math.ceil(batched.length / concurrency)));
  const batches = files.filter((file) => !isBatched(file)).map((file) => [file]);
  for (let at = 0; at < batched.length; at += size) batches.push(batched.slice(at, at + size));
  return batches;
}

/**
 * Sends files in one call. Errors of single files are part of the result.
 * @throws QuarryError for errors that do not concern a single file.
 */
export async function sendFiles(
  destination: Destination,
  files: readonly PendingFile[],
): Promise<SendResult[]> {
  const read = await Promise.all(files.map((file) => readLocalFile(file, destination.source)));
  const unreadable = read.filter((each) => "message" in each);
  const ready = read.filter((each) => "metadata" in each);
  const [first] = ready;
  if (!first) return unreadable;
  if (ready.length === 1) return [...unreadable, await sendOne(destination, first)];
  const { quarry, spaceId, signal } = destination;
  const documents = ready.map(({ file: { filename }, bytes, metadata }) => {
    const content = bytes.toString("base64");
    return { filename, content, encoding: "base64" as const, metadata };
  });
  const send = () => quarry.documents.upsertBatch({ spaceId, documents }, { ...SEND_OPTIONS, signal });
  const { results } = await retryRateLimit(send, signal);
  const sent: SendResult[] = [];
  for (const [index, each] of ready.entries()) {
    const result = results[index];
    if (result && "created" in result) sent.push({ file: each.file, ...result });
    else sent.push(await settleFailure(destination, each, result?.message ?? "The server gave no result."));
  }
  return [...unreadable, ...sent];
}

interface ReadFile {
  readonly file: PendingFile;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly metadata: Metadata;
}

async function readLocalFile(
  file: PendingFile,
  source: string,
): Promise<ReadFile | { file: PendingFile; message: string }> {
  try {
    const bytes = await readFile(file.path);
    // Hash the bytes that are sent, because the file may have changed since the scan.
    const metadata = withMark(file.document?.metadata, { sha256: hashOf(bytes), source });
    return { file, bytes, metadata };
  } catch (error) {
    return { file, message: `Cannot read the file: ${(error as Error).message}. Check its permissions.` };
  }
}

async function sendOne(destination: Destination, read: ReadFile): Promise<SendResult> {
  const { file } = read;
  // New documents are processed in the background, without a time limit. Existing ones are upserted, so that the old
  // version remains until the new one is ready.
  if (file.document === undefined) return create(destination, read);
  try {
    return await replace(destination, read);
  } catch (error) {
    return settleFailure(destination, read, fileMessage(error));
  }
}

/** The message of an error that concerns one file. @throws the error if it concerns all of them. */
export function fileMessage(error: unknown): string {
  if (QuarryError.isInstance(error) && FILE_STATUSES.includes(error.status)) return error.message;
  throw error;
}

/**
 * Leaves a trace of a failed upsert in the space, so that the next upload knows these bytes: of a new file, the document
 * itself with the status FAILED; of a changed one, a mark in the document that remains.
 */
async function settleFailure(destination: Destination, read: ReadFile, message: string): Promise<SendResult> {
  const { file, bytes } = read;
  const { document } = file;
  if (document === undefined) return create(destination, read);
  const { quarry, spaceId, source, signal } = destination;
  const known = markOf(document) ?? { sha256: "", source };
  const failed = { sha256: hashOf(bytes), message };
  const metadata = withMark(document.metadata, { sha256: known.sha256, source: known.source, failed });
  const update = () => quarry.documents.update({ spaceId, id: document.id, metadata }, { signal });
  try {
    return { file, message, document: (await retryRateLimit(update, signal)).document };
  } catch (error) {
    // Without the mark, the next upload tries the file again.
    if (!QuarryError.isInstance(error)) throw error;
    return { file, message };
  }
}

async function create(destination: Destination, read: ReadFile): Promise<SendResult> {
  const { quarry, signal } = destination;
  const { file } = read;
  try {
    const send = () => quarry.documents.upload(documentOf(destination, read), { ...SEND_OPTIONS, signal });
    return { file, document: await retryRateLimit(send, signal), created: true };
  } catch (error) {
    if (!ConflictError.isInstance(error)) return { file, message: fileMessage(error) };
    // Another upload has created the document since the scan.
    return replace(destination, read).catch((failure: unknown) => ({ file, message: fileMessage(failure) }));
  }
}

async function replace(destination: Destination, read: ReadFile): Promise<SendResult> {
  const { quarry, signal } = destination;
  const send = () => quarry.documents.upsert(documentOf(destination, read), { ...SEND_OPTIONS, signal });
  const { document, created } = await retryRateLimit(send, signal);
  return { file: read.file, document, created };
}

/** The file as raw bytes, because base64 would keep several copies of a large file in memory. */
function documentOf({ spaceId }: Destination, { file: { filename }, bytes, metadata }: ReadFile) {
  return { spaceId, filename, file: bytes, metadata };
}
