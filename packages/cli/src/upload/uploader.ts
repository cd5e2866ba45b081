import type { Document } from "@quarry/schema";
import type { Quarry } from "@quarry/sdk";
import { retryRateLimit } from "../connection/retry-rate-limit.ts";
import { runTasks, type Task } from "../connection/run-tasks.ts";
import { createFollower, type DocumentFollower, isInWork } from "../documents/follow-documents.ts";
import { counted } from "../terminal/amounts.ts";
import { withSlowNotice } from "../terminal/slow-operation.ts";
import { classifyFile, type SpaceState } from "./classify-file.ts";
import { createFileHasher } from "./file-hashes.ts";
import type { LocalFile } from "./find-files.ts";
import type { FailedFile, Outcome } from "./outcome.ts";
import { fileMessage, type PendingFile, sendFiles, toBatches } from "./send-files.ts";
import { type CountedFile, createUploadProgress, type UploadProgress } from "./upload-progress.ts";

/** A call that takes longer no longer counts as one of the concurrent calls. */
const PATIENCE_MS = 2000;

/** Options of {@link createUploader}. */
export interface UploaderOptions {
  readonly quarry: Quarry;
  readonly spaceId: string;
  readonly source: string;
  readonly concurrency: number;
  readonly wait: boolean;
  readonly retry: boolean;
  readonly quiet: boolean;
  readonly signal: AbortSignal;
}

/** Uploads files to a space. It caches the space's documents between uploads. */
export interface Uploader {
  /** The space's documents by filename, without the files of archives. */
  readonly documents: Map<string, Document>;
  /** Uploads new and changed files. The outcome is also complete as far as it goes when the upload fails or is stopped. */
  upload(files: readonly LocalFile[], outcome: Outcome): Promise<void>;
  /** How many documents the server still processes. */
  inWork(): number;
}

/** An uploader's options, and what an upload needs besides. */
interface Upload extends UploaderOptions {
  readonly documents: Map<string, Document>;
  readonly follower: DocumentFollower;
  readonly progress: UploadProgress;
  readonly outcome: Outcome;
  /** Earlier failures that were printed, so that --watch prints each of them once. */
  readonly reported: Set<string>;
}

/** A document that the server has and that is still to be processed. */
interface Existing extends CountedFile {
  readonly document: Document;
  readonly again: boolean;
}

/** Loads the space's documents and creates an uploader. */
export async function createUploader(options: UploaderOptions): Promise<Uploader> {
  const { quarry, spaceId, wait, retry, quiet, signal } = options;
  const { limits } = await quarry.spaces.limits(spaceId, { signal });
  const documents = new Map<string, Document>();
  const load = async (): Promise<void> => {
    // The service keeps the files of an archive in step with it.
    for await (const document of quarry.documents.list({ spaceId, pageSize: 100 }, { signal }))
      if (document.partOf === null) documents.set(document.filename, document);
  };
  await (quiet ? load() : withSlowNotice("Reading the list of the space's documents", load()));
  const space = { documents, maxFileBytes: limits.maxFileBytes, wait, retry, hash: createFileHasher() };
  const reported = new Set<string>();
  let follower: DocumentFollower | undefined;
  return {
    documents,
    inWork: () => follower?.inWork().length ?? 0,
    async upload(files, outcome) {
      const ended = new AbortController();
      follower = createFollower(quarry, spaceId, AbortSignal.any([signal, ended.signal]));
      const progress = createUploadProgress({ isQuiet: quiet, inWork: follower.inWork });
      const upload = { ...options, documents, follower, progress, outcome, reported };
      await uploadFiles(upload, space, files).finally(() => ended.abort());
    },
  };
}

async function uploadFiles(upload: Upload, space: SpaceState, files: readonly LocalFile[]): Promise<void> {
  const { concurrency, wait, progress } = upload;
  const { pending, existing } = await classify(upload, space, files);
  progress.start([...pending, ...existing]);
  // Documents in work are followed beside the calls, so that no call waits for one of them.
  const followed: Promise<void>[] = [];
  const follow = (document: Document, file: CountedFile, record: RecordDone) => {
    const processed = followToEnd(upload, document, file, record);
    // A failure is reported below; here it only must not end the process.
    processed.catch(() => {});
    followed.push(processed);
  };
  const sends = toBatches(pending, { concurrency, wait }).map((batch) => ({
    bytes: batch.reduce((sum, { bytes }) => sum + bytes, 0),
    run: () => sendBatch(upload, batch, follow),
  }));
  const repeats = existing.map((file) => ({ bytes: 0, run: () => startAgain(upload, file, follow) }));
  try {
    await runTasks([...repeats, ...sends], { concurrency, patienceMs: PATIENCE_MS });
    await Promise.all(followed);
  } finally {
    progress.end();
  }
}

type RecordDone = (document: Document) => void;
type Follow = (document: Document, file: CountedFile, record: RecordDone) => void;

/** Compares the files with the space. Adds files that need no work to the outcome. */
async function classify(upload: Upload, space: SpaceState, files: readonly LocalFile[]) {
  const { outcome, concurrency, quiet, signal } = upload;
  const pending: PendingFile[] = [];
  const existing: Existing[] = [];
  const run = async (file: LocalFile): Promise<void> => {
    signal.throwIfAborted();
    const task = await classifyFile(file, space);
    if (task.kind === "unchanged") outcome.unchanged += 1;
    else if (task.kind === "empty") outcome.empty.push(file.filename);
    else if (task.kind === "send") pending.push(task.file);
    else if (task.kind === "failed") fail(upload, task.failure);
    else {
      const { document, kind } = task;
      const { filename, fileSize } = document;
      existing.push({ filename, bytes: Number(fileSize), document, again: kind === "process-again" });
    }
  };
  const tasks: Task[] = files.map((file) => ({ bytes: 0, run: () => run(file) }));
  const compared = runTasks(tasks, { concurrency });
  const label = `Comparing ${counted(files.length, "file")} with the space`;
  await (quiet ? compared : withSlowNotice(label, compared));
  return { pending, existing };
}

async function sendBatch(upload: Upload, batch: readonly PendingFile[], follow: Follow): Promise<void> {
  const { quarry, spaceId, source, wait, signal, documents, outcome, progress } = upload;
  progress.sending(batch);
  for (const result of await sendFiles({ quarry, spaceId, source, signal }, batch)) {
    const { file, document } = result;
    if (document) documents.set(file.filename, document);
    if ("message" in result) {
      fail(upload, { filename: file.filename, message: result.message });
      progress.done(file);
      continue;
    }
    const list = outcome[result.created ? "uploaded" : "updated"];
    const record: RecordDone = ({ filename }) => void list.push(filename);
    if (wait && isInWork(result.document)) follow(result.document, file, record);
    else {
      finish(upload, result.document, record);
      progress.done(file);
    }
  }
}

/** Follows a document of an earlier upload, which the server processes, or is asked to process again. */
async function startAgain(upload: Upload, file: Existing, follow: Follow): Promise<void> {
  const { quarry, wait, signal, outcome, progress } = upload;
  const { filename, document, again } = file;
  const name = { spaceId: document.spaceId, id: document.id };
  const retry = () => quarry.documents.retry(name, { signal });
  const record = (): void => {
    if (again) outcome.uploaded.push(filename);
    else outcome.unchanged += 1;
  };
  try {
    const started = again ? (await retryRateLimit(retry, signal)).document : document;
    if (wait) return follow(started, file, record);
    record();
  } catch (error) {
    // For example, another upload has started it already.
    fail(upload, { filename, message: fileMessage(error) });
  }
  progress.done(file);
}

async function followToEnd(upload: Upload, document: Document, file: CountedFile, record: RecordDone) {
  upload.progress.processing(file);
  const processed = await upload.follower.follow(document);
  upload.documents.set(file.filename, processed);
  finish(upload, processed, record);
  upload.progress.done(file);
}

/** Adds a document that is no longer waited for to the outcome. */
function finish(upload: Upload, document: Document, record: RecordDone): void {
  const { filename, status, errorMessage, warnings } = document;
  if (status === "FAILED") {
    fail(upload, { filename, message: errorMessage ?? "no reason given" });
    return;
  }
  record(document);
  for (const message of warnings) upload.outcome.warnings.push({ filename, message });
}

function fail({ outcome, progress, reported }: Upload, failure: FailedFile): void {
  const { filename, message, earlier } = failure;
  outcome.failed.push(failure);
  const key = JSON.stringify([filename, message]);
  if (!earlier || !reported.has(key)) progress.failed(failure);
  reported.add(key);
}
