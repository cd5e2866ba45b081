import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Document } from "@quarry/schema";
import { DocumentFailedError, NotFoundError, type Quarry } from "@quarry/sdk";
import { printMessage } from "../terminal/output.ts";
import { classifyFile, type SpaceState } from "./classify-file.ts";
import { createFileHasher } from "./file-hashes.ts";
import { startProgress } from "./file-progress.ts";
import type { FoundFiles, LocalFile } from "./find-files.ts";
import { emptyOutcome, type Outcome } from "./outcome.ts";
import { retryRateLimit } from "./retry-rate-limit.ts";
import { runTasks } from "./run-tasks.ts";
import { type PendingFile, sendFiles, toBatches } from "./send-files.ts";
import { markOf } from "./upload-mark.ts";
import { waitForDocument } from "./wait-for-document.ts";

/** Options of {@link createUploader}. */
export interface UploaderOptions {
  readonly quarry: Quarry;
  readonly spaceId: string;
  readonly source: string;
  readonly concurrency: number;
  readonly wait: boolean;
  readonly quiet: boolean;
  readonly signal: AbortSignal;
}

/** Uploads files to a space. It caches the space's documents between uploads. */
export interface Uploader {
  /** Uploads new and changed files. */
  upload(files: readonly LocalFile[]): Promise<Outcome>;
  /** Finds documents that were uploaded from this folder and whose files no longer exist. */
  findStale(found: FoundFiles): Promise<Document[]>;
  /** Deletes documents. */
  remove(documents: readonly Document[], outcome: Outcome): Promise<void>;
}

/** An uploader's options and its cache of the space's documents. */
interface Context extends UploaderOptions {
  readonly documents: Map<string, Document>;
}

/** Loads the space's documents and creates an uploader. */
export async function createUploader(options: UploaderOptions): Promise<Uploader> {
  const { quarry, spaceId, wait, signal } = options;
  const { limits } = await quarry.spaces.limits(spaceId, { signal });
  const documents = new Map<string, Document>();
  // The service keeps the files of an archive in step with it.
  for await (const document of quarry.documents.list({ spaceId, pageSize: 100 }, { signal }))
    if (document.partOf === null) documents.set(document.filename, document);
  const context = { ...options, documents };
  const space = { documents, maxFileBytes: limits.maxFileBytes, wait, hash: createFileHasher() };
  return {
    upload: (files) => uploadFiles(context, space, files),
    findStale: (found) => findStale(context, found),
    remove: (stale, outcome) => removeDocuments(context, stale, outcome),
  };
}

async function uploadFiles(
  context: Context,
  space: SpaceState,
  files: readonly LocalFile[],
): Promise<Outcome> {
  const { concurrency, wait, quiet, signal } = context;
  const outcome = emptyOutcome();
  const pending: PendingFile[] = [];
  const processing: Document[] = [];
  const classifications = files.map((file) => async () => {
    const result = await classifyFile(file, space, outcome);
    if (result) "path" in result ? pending.push(result) : processing.push(result);
  });
  await runTasks(classifications, concurrency);

  const progress = startProgress(pending.length + processing.length, quiet);
  const step = (count: number, work: () => Promise<void>) => async () => {
    await work();
    progress.step(count);
  };
  const batches = toBatches(pending, { concurrency, wait });
  const tasks = [
    ...batches.map((batch) => step(batch.length, () => sendBatch(context, batch, outcome))),
    ...processing.map((document) => step(1, () => waitForEarlier(context, document, outcome))),
  ];
  try {
    await runTasks(tasks, concurrency);
  } catch (error) {
    const uploaded = outcome.uploaded.length + outcome.updated.length + outcome.unchanged;
    if (!signal.aborted)
      printMessage(
        `Stopped: ${uploaded} of ${files.length} files are uploaded. Run the command again to resume.`,
      );
    throw error;
  } finally {
    progress.end();
  }
  return outcome;
}

async function sendBatch(
  { quarry, spaceId, source, wait, signal, documents }: Context,
  batch: readonly PendingFile[],
  outcome: Outcome,
): Promise<void> {
  for (const result of await sendFiles({ quarry, spaceId, source, wait, signal }, batch)) {
    const { filename } = result.file;
    if ("message" in result) outcome.failed.push({ filename, message: result.message });
    else {
      documents.set(filename, result.document);
      outcome[result.created ? "uploaded" : "updated"].push(filename);
      noteWarnings(result.document, outcome);
    }
  }
}

/** Waits for a document of an earlier upload that is still being processed. */
async function waitForEarlier(
  { quarry, signal, documents }: Context,
  document: Document,
  outcome: Outcome,
): Promise<void> {
  const { filename } = document;
  try {
    const processed = await waitForDocument(quarry, document, signal);
    documents.set(filename, processed);
    outcome.unchanged += 1;
    noteWarnings(processed, outcome);
  } catch (error) {
    if (!DocumentFailedError.isInstance(error)) throw error;
    outcome.failed.push({ filename, message: error.message });
  }
}

function noteWarnings({ filename, warnings }: Document, outcome: Outcome): void {
  for (const message of warnings) outcome.warnings.push({ filename, message });
}

async function findStale({ source, documents }: Context, { root, files }: FoundFiles): Promise<Document[]> {
  const names = new Set(files.map(({ filename }) => filename));
  const stale: Document[] = [];
  for (const document of documents.values()) {
    if (markOf(document)?.source !== source || names.has(document.filename)) continue;
    // A file that the filters skip may still exist.
    if (!(await exists(join(root, document.filename)))) stale.push(document);
  }
  return stale.sort((a, b) => (a.filename < b.filename ? -1 : 1));
}

async function removeDocuments(
  { quarry, spaceId, concurrency, signal, documents }: Context,
  stale: readonly Document[],
  outcome: Outcome,
): Promise<void> {
  const tasks = stale.map(({ id, filename }) => async () => {
    const remove = () => quarry.documents.delete({ spaceId, id }, { signal });
    await retryRateLimit(remove, signal).catch((error: unknown) => {
      if (!NotFoundError.isInstance(error)) throw error;
    });
    documents.delete(filename);
    outcome.deleted.push(filename);
  });
  await runTasks(tasks, concurrency);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
