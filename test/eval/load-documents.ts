import type { Quarry } from "@quarry/sdk";
import type { Collection } from "./collection.ts";
import { Progress } from "./progress.ts";

/** Allows for slow embedding models. */
const BATCH_TIMEOUT_MS = 900_000;

/** Returns the file name of a document. {@link documentId} is the inverse. */
export function filenameOf(id: string): string {
  return `${id}.md`;
}

/** Returns the id of the document with this file name. */
export function documentId(filename: string): string {
  return filename.replace(/\.md$/, "");
}

/** Upserts a collection in batches and returns the duration in seconds. Stops at the first rejected document. */
export async function loadDocuments(
  quarry: Quarry,
  spaceId: string,
  collection: Collection,
  options: { batch: number; concurrency: number },
): Promise<number> {
  const documents = collection.documents.map(({ id, text }) => ({ filename: filenameOf(id), content: text }));
  const batches = Array.from({ length: Math.ceil(documents.length / options.batch) }, (_, index) =>
    documents.slice(index * options.batch, (index + 1) * options.batch),
  );
  const progress = new Progress(`${collection.name}: documents`, documents.length);
  const remaining = batches.values();
  const stop = new AbortController();
  const sendRemaining = async (): Promise<void> => {
    for (const batch of remaining) {
      const call = { timeoutMs: BATCH_TIMEOUT_MS, signal: stop.signal };
      const { results } = await quarry.documents.upsertBatch({ spaceId, documents: batch }, call);
      const rejected = results.find((result) => "error" in result);
      if (rejected && "error" in rejected)
        throw new Error(`The server rejected ${rejected.filename}: ${rejected.message}`);
      if (results.length !== batch.length)
        throw new Error(`The server returned ${results.length} results for ${batch.length} documents.`);
      progress.advance(batch.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: options.concurrency }, sendRemaining));
  } catch (problem) {
    stop.abort(problem);
    throw problem;
  } finally {
    progress.end();
  }
  return progress.seconds;
}
