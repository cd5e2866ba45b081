import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Document } from "@quarry/schema";
import { NotFoundError } from "@quarry/sdk";
import { retryRateLimit } from "../connection/retry-rate-limit.ts";
import { runTasks } from "../connection/run-tasks.ts";
import type { FoundFiles } from "./find-files.ts";
import type { Outcome } from "./outcome.ts";
import { markOf } from "./upload-mark.ts";
import type { UploaderOptions } from "./uploader.ts";

type Documents = Map<string, Document>;

/** Finds documents that were uploaded from this folder and whose files no longer exist. */
export async function findStale(
  documents: Documents,
  source: string,
  { root, files }: FoundFiles,
): Promise<Document[]> {
  const names = new Set(files.map(({ filename }) => filename));
  const stale: Document[] = [];
  for (const document of documents.values()) {
    const mark = markOf(document);
    // Without a hash, only a version that failed came from the folder.
    if (mark?.source !== source || mark.sha256 === "" || names.has(document.filename)) continue;
    // A file that the filters skip may still exist.
    if (!(await exists(join(root, document.filename)))) stale.push(document);
  }
  return stale.sort((a, b) => (a.filename < b.filename ? -1 : 1));
}

/** Deletes documents. */
export async function removeDocuments(
  { quarry, spaceId, concurrency, signal }: UploaderOptions,
  documents: Documents,
  stale: readonly Document[],
  outcome: Outcome,
): Promise<void> {
  const remove = async ({ id, filename }: Document): Promise<void> => {
    const call = () => quarry.documents.delete({ spaceId, id }, { signal });
    await retryRateLimit(call, signal).catch((error: unknown) => {
      if (!NotFoundError.isInstance(error)) throw error;
    });
    documents.delete(filename);
    outcome.deleted.push(filename);
  };
  await runTasks(
    stale.map((document) => ({ bytes: 0, run: () => remove(document) })),
    { concurrency },
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
