import type { BatchBody, BatchResponse, UploadBody, UpsertResponse } from "@quarry/schema";
import { QuarryError } from "../errors/errors.ts";
import { throwIfAborted } from "../http/follow-signal.ts";
import type { CallOptions } from "../http/options.ts";
import { baseName } from "./file-source.ts";
import type { ContentOrFile } from "./send-document.ts";
import { createTaskPool, type TaskPool } from "./task-pool.ts";

/** The result of one document of `upsertMany`. */
export type UpsertManyResult = BatchResponse["results"][number];

/** Progress of `upsertMany`. */
export interface UpsertManyProgress {
  /** Number of documents stored. */
  readonly done: number;
  /** Number of documents rejected. */
  readonly failed: number;
}

/** Options of `upsertMany`. */
export interface UpsertManyOptions extends CallOptions {
  /** Id or slug of the space that stores the documents. */
  readonly spaceId: string;
  /** Maximum number of concurrent calls, from 1. Default: 4. */
  readonly concurrency?: number | undefined;
  /** Called after every call, with the numbers of documents so far. Default: none. */
  readonly onProgress?: ((progress: UpsertManyProgress) => void) | undefined;
}

/** The calls that `upsertMany` makes. */
interface UpsertCalls {
  /** Stores one document. */
  upsert(
    document: { readonly spaceId: string } & ContentOrFile,
    options: CallOptions,
  ): Promise<UpsertResponse>;
  upsertBatch(batch: BatchBody, options: CallOptions): Promise<BatchResponse>;
}

/** A document and its position in the input. */
interface PositionedDocument {
  readonly position: number;
  readonly document: UploadBody;
}

/** Longer texts, and all files, are sent in calls of their own. */
const BATCHED_DOCUMENT_MAX_CHARS = 50_000;
const BATCH_MAX_DOCUMENTS = 50;
const BATCH_MAX_CHARS = 500_000;

/** Statuses that concern one document only, with the names that a batch reports for them. */
const DOCUMENT_ERROR_NAMES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  409: "Conflict",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
};

/** Upserts many documents: short texts in batches, the others one by one. */
export async function upsertMany(
  calls: UpsertCalls,
  documents: Iterable<ContentOrFile> | AsyncIterable<ContentOrFile>,
  { spaceId, concurrency = 4, onProgress, ...options }: UpsertManyOptions,
): Promise<UpsertManyResult[]> {
  const pool = createTaskPool(concurrency, options.signal);
  const sender = createSender(calls, spaceId, { ...options, signal: pool.signal }, onProgress);
  try {
    await sendAll(documents, pool, sender);
    return sender.results;
  } catch (error) {
    pool.abort(error);
    throw error;
  } finally {
    pool.release();
  }
}

interface Sender {
  /** Results by position. */
  readonly results: UpsertManyResult[];
  sendOne(position: number, document: ContentOrFile): Promise<void>;
  sendBatch(batch: readonly PositionedDocument[]): Promise<void>;
}

/** Creates the functions that send documents and record their results. */
function createSender(
  calls: UpsertCalls,
  spaceId: string,
  options: CallOptions & { readonly signal: AbortSignal },
  onProgress: UpsertManyOptions["onProgress"],
): Sender {
  const results: UpsertManyResult[] = [];
  let [done, failed] = [0, 0];

  function record(position: number, result: UpsertManyResult): void {
    results[position] = result;
    if ("error" in result) failed += 1;
    else done += 1;
  }

  return {
    results,

    async sendOne(position, document) {
      const filename = filenameOf(document);
      try {
        record(position, { filename, ...(await calls.upsert({ spaceId, ...document }, options)) });
      } catch (error) {
        throwIfAborted(options.signal);
        const name = documentErrorName(error, document);
        if (!(error instanceof Error) || name === undefined) throw error;
        record(position, { filename, error: name, message: error.message });
      }
      onProgress?.({ done, failed });
    },

    async sendBatch(batch) {
      const body = { spaceId, documents: batch.map(({ document }) => document) };
      const response = await calls.upsertBatch(body, options);
      for (const [index, { position }] of batch.entries()) {
        const result = response.results[index];
        if (!result) {
          const message = "The server's response has too few results.";
          throw new QuarryError(message, { code: "unexpected_response" });
        }
        record(position, result);
      }
      onProgress?.({ done, failed });
    },
  };
}

/** Reads the documents as slots of the pool become free, and sends them in batches or one by one. */
async function sendAll(
  documents: Iterable<ContentOrFile> | AsyncIterable<ContentOrFile>,
  pool: TaskPool,
  { sendOne, sendBatch }: Sender,
): Promise<void> {
  let nextPosition = 0;
  let batch: PositionedDocument[] = [];
  let batchChars = 0;
  let filenames = new Set<string>();

  async function flush(): Promise<void> {
    const full = batch;
    [batch, batchChars] = [[], 0];
    if (full.length > 0) await pool.start(() => sendBatch(full));
  }

  for await (const document of documents) {
    const filename = filenameOf(document);
    // If a filename repeats, the last document must win, so everything before it is stored first.
    if (filenames.has(filename)) {
      await flush();
      await pool.finish();
      filenames = new Set();
    }
    filenames.add(filename);
    const position = nextPosition++;
    if (document.content === undefined || document.content.length > BATCHED_DOCUMENT_MAX_CHARS) {
      await pool.start(() => sendOne(position, document));
      continue;
    }
    batch.push({ position, document: document as UploadBody });
    batchChars += document.content.length;
    if (batch.length >= BATCH_MAX_DOCUMENTS || batchChars >= BATCH_MAX_CHARS) await flush();
  }
  await flush();
  await pool.finish();
}

/** The name of an error that concerns this document only; undefined for errors that stop the whole operation. */
function documentErrorName(error: unknown, { file }: ContentOrFile): string | undefined {
  if (QuarryError.isInstance(error)) return DOCUMENT_ERROR_NAMES[error.status ?? 0];
  // Neither the server nor the connection failed, so the file is missing or unreadable.
  return file === undefined ? undefined : "Unreadable File";
}

/** The filename of a document, as far as it is known before its file is opened. */
function filenameOf({ filename, file }: ContentOrFile): string {
  if (filename !== undefined) return filename;
  if (typeof file === "string") return baseName(file);
  return file instanceof Blob && "name" in file ? baseName(String(file.name)) : "";
}
