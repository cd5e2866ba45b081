import { readFile } from "node:fs/promises";
import type { Document, Metadata } from "@quarry/schema";
import { ConflictError, DocumentFailedError, type Quarry, QuarryError } from "@quarry/sdk";
import type { LocalFile } from "./find-files.ts";
import { hashOf } from "./local-hashes.ts";
import { withMark } from "./upload-mark.ts";
import { waitForDocument } from "./wait-for-document.ts";
import { whenAllowed } from "./when-allowed.ts";

/** Files up to this size travel together. */
const SMALL_BYTES = 128 * 1024;
const BATCH_FILES = 25;
/** Reading pictures in a document may take long. */
const TIMEOUT_MS = 30 * 60_000;
/** A server that is started anew in the middle should be met again. */
const PATIENT = { timeoutMs: TIMEOUT_MS, maxRetries: 5 };
/** What is wrong with one file. Everything else ends the upload: it would be wrong with the next one too. */
const FILE_STATUSES: readonly (number | undefined)[] = [400, 409, 413, 415, 422];

/** A file that the space lacks, or has in another state. */
export interface PendingFile extends LocalFile {
  readonly bytes: number;
  /** What is there in its place. */
  readonly document: Document | undefined;
}

/** What became of one file. */
export type Sent =
  | { readonly file: PendingFile; readonly document: Document; readonly created: boolean }
  | { readonly file: PendingFile; readonly message: string };

/** Where files go, and how. */
export interface Destination {
  readonly quarry: Quarry;
  readonly spaceId: string;
  readonly source: string;
  readonly wait: boolean;
  readonly signal: AbortSignal;
}

/** Puts files together that are sent in one call: small ones, and as many calls as may run at a time. */
export function toBatches(files: readonly PendingFile[], { concurrency, wait }: Calls): PendingFile[][] {
  const isSmall = ({ bytes, document }: PendingFile): boolean =>
    bytes <= SMALL_BYTES && (wait || document !== undefined);
  const small = files.filter(isSmall);
  const size = Math.max(1, Math.min(BATCH_FILES, Math.ceil(small.length / concurrency)));
  const batches = files.filter((file) => !isSmall(file)).map((file) => [file]);
  for (let at = 0; at < small.length; at += size) batches.push(small.slice(at, at + size));
  return batches;
}

interface Calls {
  readonly concurrency: number;
  readonly wait: boolean;
}

/**
 * Sends files in one call. What is wrong with one of them is answered.
 * @throws QuarryError when something is wrong that is no file's fault.
 */
export async function sendFiles(destination: Destination, files: readonly PendingFile[]): Promise<Sent[]> {
  const read = await Promise.all(files.map((file) => readBody(file, destination.source)));
  const unread = read.filter((each) => "message" in each);
  const ready = read.filter((each) => "metadata" in each);
  const [first] = ready;
  if (!first) return unread;
  if (ready.length === 1) return [...unread, await sendAlone(destination, first)];
  const { quarry, spaceId, signal } = destination;
  const documents = ready.map(({ file: { filename }, bytes, metadata }) => {
    const content = bytes.toString("base64");
    return { filename, content, encoding: "base64" as const, metadata };
  });
  const send = () => quarry.documents.upsertBatch({ spaceId, documents }, { ...PATIENT, signal });
  const { results } = await whenAllowed(send, signal);
  const sent = ready.map(({ file }, at): Sent => {
    const result = results[at];
    if (result && "document" in result) return { file, ...result };
    return { file, message: result?.message ?? "The server did not say what became of it." };
  });
  return [...unread, ...sent];
}

interface ReadFile {
  readonly file: PendingFile;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly metadata: Metadata;
}

async function readBody(
  file: PendingFile,
  source: string,
): Promise<ReadFile | Extract<Sent, { message: string }>> {
  try {
    const bytes = await readFile(file.path);
    // Hashed anew: the mark must be that of the bytes that are sent, also when the file has just been changed.
    const metadata = withMark(file.document?.metadata, { sha256: hashOf(bytes), source });
    return { file, bytes, metadata };
  } catch (error) {
    return { file, message: `cannot be read: ${(error as Error).message}` };
  }
}

async function sendAlone(destination: Destination, read: ReadFile): Promise<Sent> {
  const { file } = read;
  try {
    // A new file is worked on in the background, which may take as long as it wants; the old version of one that is
    // there stays in place until the new one is ready.
    return file.document === undefined ? await create(destination, read) : await replace(destination, read);
  } catch (error) {
    const isFiles = QuarryError.isInstance(error) && FILE_STATUSES.includes(error.status);
    if (isFiles || DocumentFailedError.isInstance(error)) return { file, message: (error as Error).message };
    throw error;
  }
}

async function create(destination: Destination, read: ReadFile): Promise<Sent> {
  const { quarry, wait, signal } = destination;
  const { file } = read;
  try {
    const send = () => quarry.documents.upload(documentOf(destination, read), { ...PATIENT, signal });
    const uploaded = await whenAllowed(send, signal);
    const document = wait ? await waitForDocument(quarry, uploaded, signal) : uploaded;
    return { file, document, created: true };
  } catch (error) {
    if (!ConflictError.isInstance(error)) throw error;
    // Somebody else was quicker.
    return replace(destination, read);
  }
}

async function replace(destination: Destination, read: ReadFile): Promise<Sent> {
  const { quarry, signal } = destination;
  const send = () => quarry.documents.upsert(documentOf(destination, read), { ...PATIENT, signal });
  const { document, created } = await whenAllowed(send, signal);
  return { file: read.file, document, created };
}

/** Sent as it is: in base64 a large file would stand in memory several times. */
function documentOf({ spaceId }: Destination, { file: { filename }, bytes, metadata }: ReadFile) {
  return { spaceId, filename, file: bytes, metadata };
}
