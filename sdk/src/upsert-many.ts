import type { BatchBody, BatchResponse, UploadBody, UpsertResponse } from "@quarry/schema";
import type { ContentOrFile } from "./document-content.ts";
import { QuarryError } from "./errors.ts";
import { baseName } from "./file-source.ts";
import type { CallOptions } from "./options.ts";
import { startTasks } from "./tasks.ts";

/** What became of one of many documents. */
export type UpsertManyResult = BatchResponse["results"][number];

/** How far it is. */
export interface UpsertManyProgress {
  /** Documents that are stored. */
  readonly done: number;
  /** Documents that were refused. */
  readonly failed: number;
}

/** How to upsert many documents. */
export interface UpsertManyOptions extends CallOptions {
  readonly spaceId: string;
  /** Calls at a time; 4 when left out. */
  readonly concurrency?: number | undefined;
  /** Is told after every call. */
  readonly onProgress?: ((progress: UpsertManyProgress) => void) | undefined;
}

/** The calls that it takes. */
interface Upserts {
  upsert(
    document: { readonly spaceId: string } & ContentOrFile,
    options: CallOptions,
  ): Promise<UpsertResponse>;
  upsertBatch(batch: BatchBody, options: CallOptions): Promise<BatchResponse>;
}

/** A document, and its place among all. */
interface Placed {
  readonly at: number;
  readonly document: UploadBody;
}

/** What is longer goes alone, like every file. */
const SMALL_CHARS = 50_000;
const BATCH_DOCUMENTS = 50;
const BATCH_CHARS = 500_000;

/** What is wrong with one document, and nothing to do with the others. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  409: "Conflict",
  413: "Payload Too Large",
  415: "Unsupported Media Type",
};

/** Upserts many documents: small texts together, all else one by one. */
export async function upsertMany(
  upserts: Upserts,
  documents: Iterable<ContentOrFile> | AsyncIterable<ContentOrFile>,
  { spaceId, concurrency = 4, onProgress, ...options }: UpsertManyOptions,
): Promise<UpsertManyResult[]> {
  const tasks = startTasks(concurrency, options.signal);
  const own = { ...options, signal: tasks.signal };
  const results: UpsertManyResult[] = [];
  let [done, failed] = [0, 0];

  function keep(at: number, result: UpsertManyResult): void {
    results[at] = result;
    if ("error" in result) failed += 1;
    else done += 1;
  }

  async function sendAlone(at: number, document: ContentOrFile): Promise<void> {
    const filename = nameOf(document);
    try {
      keep(at, { filename, ...(await upserts.upsert({ spaceId, ...document }, own)) });
    } catch (error) {
      own.signal.throwIfAborted();
      const name = refusalOf(error, document);
      if (!(error instanceof Error) || name === undefined) throw error;
      keep(at, { filename, error: name, message: error.message });
    }
    onProgress?.({ done, failed });
  }

  async function sendTogether(batch: readonly Placed[]): Promise<void> {
    const sent = { spaceId, documents: batch.map(({ document }) => document) };
    const answer = await upserts.upsertBatch(sent, own);
    for (const [index, { at }] of batch.entries()) {
      const result = answer.results[index];
      if (!result)
        throw new QuarryError("The server's answer lacks a result.", { code: "unexpected_response" });
      keep(at, result);
    }
    onProgress?.({ done, failed });
  }

  try {
    let at = 0;
    let batch: Placed[] = [];
    let chars = 0;
    let names = new Set<string>();
    const flush = async (): Promise<void> => {
      const sent = batch;
      [batch, chars] = [[], 0];
      if (sent.length > 0) await tasks.start(() => sendTogether(sent));
    };
    for await (const document of documents) {
      const name = nameOf(document);
      // Of several with one name the last one stays.
      if (names.has(name)) {
        await flush();
        await tasks.finish();
        names = new Set();
      }
      names.add(name);
      const place = at++;
      if (document.content === undefined || document.content.length > SMALL_CHARS) {
        await tasks.start(() => sendAlone(place, document));
        continue;
      }
      batch.push({ at: place, document: document as UploadBody });
      chars += document.content.length;
      if (batch.length >= BATCH_DOCUMENTS || chars >= BATCH_CHARS) await flush();
    }
    await flush();
    await tasks.finish();
    return results;
  } catch (error) {
    tasks.abandon(error);
    throw error;
  } finally {
    tasks.release();
  }
}

/** What an error is called that has nothing to do with the other documents; undefined for all else. */
function refusalOf(error: unknown, { file }: ContentOrFile): string | undefined {
  if (QuarryError.isInstance(error)) return REFUSALS[error.status ?? 0];
  // Not of the server's or the connection's: the file is not there, or cannot be read.
  return file === undefined ? undefined : "Unreadable File";
}

/** The name that a document will have, as far as it is known before its file is looked at. */
function nameOf({ filename, file }: ContentOrFile): string {
  if (filename !== undefined) return filename;
  if (typeof file === "string") return baseName(file);
  return file instanceof Blob && "name" in file ? baseName(String(file.name)) : "";
}
