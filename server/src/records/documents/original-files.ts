import type { BlobStore } from "@quarry/core";
import pLimit from "p-limit";
import type { Database } from "../../platform/database/database.ts";
import { deleteSmallFiles, findSmallFile, listSmallFiles } from "./small-files.ts";

/** The original files of documents. Small ones may be in the database, all others are in the blob store. */
export interface OriginalFiles extends BlobStore {
  /**
   * The URL of a file that the writer of its document stores in the document's transaction, with `insertSmallFiles`.
   * Undefined for a file that `put` must store first.
   */
  urlInDatabase(key: string, bytes: number): string | undefined;
}

/** A file of its own in the blob store takes two syncs and as much time as the rest of a small document. */
export const SMALL_BYTES = 16 * 1024;
const LIST_PAGE = 5000;
/** Concurrent deletions in the blob store. */
const DELETIONS = 32;

/**
 * Puts the small files of a database over a blob store.
 * @param takesSmall True to write small files to the database; they are read and deleted there in any case.
 */
export function withSmallFiles(blobs: BlobStore, db: Database, takesSmall: boolean): OriginalFiles {
  const deleteTogether = createDeletions(blobs, db);

  return {
    urlInDatabase: (key, bytes) =>
      takesSmall && bytes <= SMALL_BYTES ? `file:///postgres/small-files/${key}` : undefined,

    put: blobs.put,

    async get(key, range) {
      const bytes = await findSmallFile(db, key);
      if (!bytes) return blobs.get(key, range);
      return { bytes: whole(range ? bytes.subarray(range.start, range.end) : bytes), size: bytes.byteLength };
    },

    delete: deleteTogether,

    async *list() {
      yield* blobs.list();
      for (let after = ""; ; ) {
        const page = await listSmallFiles(db, after, LIST_PAGE);
        yield* page;
        const last = page.at(-1);
        if (!last) return;
        after = last.key;
      }
    },
  };
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Deletes the files of calls of the same moment with one statement, and in the blob store what the database does not have. */
function createDeletions(blobs: BlobStore, db: Database): BlobStore["delete"] {
  const limit = pLimit(DELETIONS);
  let keys: string[] = [];
  let next: Promise<Set<string>> | undefined;

  async function deleteAll(): Promise<Set<string>> {
    await Promise.resolve();
    const all = keys;
    keys = [];
    next = undefined;
    return deleteSmallFiles(db, all);
  }

  return async (key) => {
    keys.push(key);
    next ??= deleteAll();
    if (!(await next).has(key)) await limit(() => blobs.delete(key));
  };
}
