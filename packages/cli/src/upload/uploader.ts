import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Document } from "@quarry/schema";
import { DocumentFailedError, NotFoundError, type Quarry } from "@quarry/sdk";
import { tell } from "../printing.ts";
import type { FoundFiles, LocalFile } from "./find-files.ts";
import { createHashes, type FileState } from "./local-hashes.ts";
import { emptyOutcome, type Outcome } from "./outcome.ts";
import { type Progress, startProgress } from "./progress.ts";
import { runAll } from "./run-all.ts";
import { type PendingFile, sendFiles, toBatches } from "./send-files.ts";
import { markOf } from "./upload-mark.ts";
import { waitForDocument } from "./wait-for-document.ts";
import { whenAllowed } from "./when-allowed.ts";

/** Where an uploader brings files, and how. */
export interface UploaderOptions {
  readonly quarry: Quarry;
  readonly spaceId: string;
  readonly source: string;
  readonly concurrency: number;
  readonly wait: boolean;
  readonly quiet: boolean;
  readonly signal: AbortSignal;
}

/** Brings files into a space; it remembers what the space has from one time to the next. */
export interface Uploader {
  /** Sends what the space lacks. */
  upload(files: readonly LocalFile[]): Promise<Outcome>;
  /** Documents that were uploaded from this folder and have no file any more. */
  findGone(found: FoundFiles): Promise<Document[]>;
  /** Deletes documents. */
  remove(documents: readonly Document[], outcome: Outcome): Promise<void>;
}

/** Reads what the space has, and answers what brings files into it. */
export async function createUploader(options: UploaderOptions): Promise<Uploader> {
  const { quarry, spaceId, source, concurrency, wait, quiet, signal } = options;
  const { limits } = await quarry.spaces.limits(spaceId, { signal });
  const known = new Map<string, Document>();
  for await (const document of quarry.documents.list({ spaceId, pageSize: 100 }, { signal }))
    known.set(document.filename, document);
  const stateOf = createHashes();

  /** Sorts a file out, or answers what is to be done with it. */
  async function look(file: LocalFile, outcome: Outcome): Promise<PendingFile | Document | undefined> {
    const { filename, path } = file;
    try {
      const state = await stateOf(path);
      const document = known.get(filename);
      if (state.bytes === 0) outcome.empty.push(filename);
      else if (state.bytes > limits.maxFileBytes)
        outcome.failed.push({ filename, message: `The server takes ${limits.maxFileBytes} bytes at most.` });
      else if (!document || !holds(document, state)) return { ...file, bytes: state.bytes, document };
      else if (wait && document.status !== "COMPLETED") return document;
      else outcome.unchanged += 1;
    } catch (error) {
      outcome.failed.push({ filename, message: `cannot be read: ${(error as Error).message}` });
    }
    return undefined;
  }

  async function send(batch: readonly PendingFile[], outcome: Outcome): Promise<void> {
    for (const sent of await sendFiles({ quarry, spaceId, source, wait, signal }, batch)) {
      const { filename } = sent.file;
      if ("message" in sent) outcome.failed.push({ filename, message: sent.message });
      else {
        known.set(filename, sent.document);
        outcome[sent.created ? "uploaded" : "updated"].push(filename);
      }
    }
  }

  /** Waits for a document that an earlier upload had sent. */
  async function awaitEarlier(document: Document, outcome: Outcome): Promise<void> {
    const { filename } = document;
    try {
      known.set(filename, await waitForDocument(quarry, document, signal));
      outcome.unchanged += 1;
    } catch (error) {
      if (!DocumentFailedError.isInstance(error)) throw error;
      outcome.failed.push({ filename, message: error.message });
    }
  }

  return {
    async upload(files) {
      const outcome = emptyOutcome();
      const pending: PendingFile[] = [];
      const processed: Document[] = [];
      const looks = files.map((file) => async () => {
        const found = await look(file, outcome);
        if (found) "path" in found ? pending.push(found) : processed.push(found);
      });
      await runAll(looks, concurrency);
      const progress = startProgress(pending.length + processed.length, quiet);
      const tasks = [
        ...toBatches(pending, { concurrency, wait }).map((batch) =>
          task(progress, batch.length, () => send(batch, outcome)),
        ),
        ...processed.map((document) => task(progress, 1, () => awaitEarlier(document, outcome))),
      ];
      try {
        await runAll(tasks, concurrency);
      } catch (error) {
        const there = outcome.uploaded.length + outcome.updated.length + outcome.unchanged;
        if (!signal.aborted)
          tell(`Stopped: ${there} of ${files.length} files are there. Run it again to go on.`);
        throw error;
      } finally {
        progress.end();
      }
      return outcome;
    },

    async findGone({ root, files }) {
      const names = new Set(files.map(({ filename }) => filename));
      const gone: Document[] = [];
      for (const document of known.values()) {
        if (markOf(document)?.source !== source || names.has(document.filename)) continue;
        // A file that was left out this time is still there.
        if (!(await exists(join(root, document.filename)))) gone.push(document);
      }
      return gone.sort((a, b) => (a.filename < b.filename ? -1 : 1));
    },

    async remove(documents, outcome) {
      const tasks = documents.map(({ id, filename }) => async () => {
        const remove = () => quarry.documents.delete({ spaceId, id }, { signal });
        await whenAllowed(remove, signal).catch((error: unknown) => {
          if (!NotFoundError.isInstance(error)) throw error;
        });
        known.delete(filename);
        outcome.deleted.push(filename);
      });
      await runAll(tasks, concurrency);
    },
  };
}

/** Whether a document is made of these bytes, or will be. */
function holds(document: Document, { sha256, bytes }: FileState): boolean {
  const isSame = markOf(document)?.sha256 === sha256 && document.fileSize === String(bytes);
  return isSame && document.status !== "FAILED";
}

function task(progress: Progress, files: number, work: () => Promise<void>): () => Promise<void> {
  return async () => {
    await work();
    progress.step(files);
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
