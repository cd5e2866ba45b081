import type { Quarry } from "@quarry/sdk";
import type { Collection } from "./collection.ts";
import { Progress } from "./progress.ts";

/** A batch may wait long for a slow embedding model. */
const BATCH_TIMEOUT_MS = 900_000;

/** Name of a document's file; {@link documentId} reads it back. */
export function filenameOf(id: string): string {
  return `${id}.md`;
}

/** The collection's name of the document with this filename. */
export function documentId(filename: string): string {
  return filename.replace(/\.md$/, "");
}

/** Upserts the whole collection in batches, and answers the seconds it took. Stops at the first refused document. */
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
  const waiting = batches.values();
  const stop = new AbortController();
  const sendWaiting = async (): Promise<void> => {
    for (const batch of waiting) {
      const call = { timeoutMs: BATCH_TIMEOUT_MS, signal: stop.signal };
      const { results } = await quarry.documents.upsertBatch({ spaceId, documents: batch }, call);
      const refused = results.find((result) => "error" in result);
      if (refused && "error" in refused)
        throw new Error(`${refused.filename} was refused: ${refused.message}`);
      if (results.length !== batch.length)
        throw new Error(`${batch.length} documents sent, ${results.length} answered.`);
      progress.advance(batch.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: options.concurrency }, sendWaiting));
  } catch (problem) {
    stop.abort(problem);
    throw problem;
  } finally {
    progress.end();
  }
  return progress.seconds;
}
