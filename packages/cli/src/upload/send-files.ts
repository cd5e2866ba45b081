import { readFile } from "node:fs/promises";
import type { Document, Metadata } from "@quarry/schema";
import { ConflictError, DocumentFailedError, type Quarry, QuarryError } from "@quarry/sdk";
import { hashOf } from "./file-hashes.ts";
import type { LocalFile } from "./find-files.ts";
import { retryRateLimit } from "./retry-rate-limit.ts";
import { withMark } from "./upload-mark.ts";
import { waitForDocument } from "./wait-for-document.ts";

/** Files up to this size are sent in batches. */
const BATCHED_FILE_MAX_BYTES = 128 * 1024;
const BATCH_MAX_FILES = 25;
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

/** The result of sending one file. */
export type SendResult =
  | { readonly file: PendingFile; readonly document: Document; readonly created: boolean }
  | { readonly file: PendingFile; readonly message: string };

/** Where and how files are sent. */
export interface Destination {
  readonly quarry: Quarry;
  readonly spaceId: string;
  readonly source: string;
  readonly wait: boolean;
  readonly signal: AbortSignal;
}

/** Groups files into calls: small files in batches, spread over the concurrent calls, and each large file alone. */
export function toBatches(
  files: readonly PendingFile[],
  { concurrency, wait }: { readonly concurrency: number; readonly wait: boolean },
): PendingFile[][] {
  const isSmall = ({ bytes, document }: PendingFile): boolean =>
    bytes <= BATCHED_FILE_MAX_BYTES && (wait || document !== undefined);
  const small = files.filter(isSmall);
  const size = Math.max(1, Math.min(BATCH_MAX_FILES, Math.ceil(small.length / concurrency)));
  const batches = files.filter((file) => !isSmall(file)).map((file) => [file]);
  for (let at = 0; at < small.length; at += size) batches.push(small.slice(at, at + size));
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
  const sent = ready.map(({ file }, index): SendResult => {
    const result = results[index];
    if (result && "document" in result) return { file, ...result };
    return { file, message: result?.message ?? "The server's response has no result for this file." };
  });
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
): Promise<ReadFile | Extract<SendResult, { message: string }>> {
  try {
    const bytes = await readFile(file.path);
    // Hash the bytes that are sent, because the file may have changed since the scan.
    const metadata = withMark(file.document?.metadata, { sha256: hashOf(bytes), source });
    return { file, bytes, metadata };
  } catch (error) {
    return { file, message: `Cannot read the file: ${(error as Error).message}` };
  }
}

async function sendOne(destination: Destination, read: ReadFile): Promise<SendResult> {
  const { file } = read;
  try {
    // New documents are processed in the background, without a time limit. Existing ones are upserted, so that the old
    // version remains until the new one is ready.
    return file.document === undefined ? await create(destination, read) : await replace(destination, read);
  } catch (error) {
    const isFileError = QuarryError.isInstance(error) && FILE_STATUSES.includes(error.status);
    if (isFileError || DocumentFailedError.isInstance(error))
      return { file, message: (error as Error).message };
    throw error;
  }
}

async function create(destination: Destination, read: ReadFile): Promise<SendResult> {
  const { quarry, wait, signal } = destination;
  const { file } = read;
  try {
    const send = () => quarry.documents.upload(documentOf(destination, read), { ...SEND_OPTIONS, signal });
    const uploaded = await retryRateLimit(send, signal);
    const document = wait ? await waitForDocument(quarry, uploaded, signal) : uploaded;
    return { file, document, created: true };
  } catch (error) {
    if (!ConflictError.isInstance(error)) throw error;
    // Another upload has created the document since the scan.
    return replace(destination, read);
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
