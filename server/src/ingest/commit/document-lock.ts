import type { KeyedMutex } from "@quarry/core/internal";
import type { DocumentRow } from "../../records/documents/document-rows.ts";

/** The mutex key of a document. */
export function documentKey(spaceId: string, filename: string): string {
  return `${spaceId}/${filename}`;
}

/**
 * Runs `task` on the current rows of some documents while no other writer in this process changes them. Writers lock by
 * filename. If a filename changes while this call waits for its lock, it locks the new filename instead.
 * @param find Reads the current rows, always in the same order. Throws when a document is gone.
 * @param newNames Keys of filenames that the task assigns, which are locked too.
 */
export async function withDocumentsLocked<Result>(
  mutex: KeyedMutex,
  find: () => Promise<readonly DocumentRow[]>,
  newNames: readonly string[],
  task: (rows: readonly DocumentRow[]) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const names = (await find()).map(keyOf);
    const done = await mutex.run([...names, ...newNames], async () => {
      const rows = await find();
      return rows.every((row, at) => keyOf(row) === names[at]) ? { result: await task(rows) } : undefined;
    });
    if (done) return done.result;
  }
}

function keyOf({ spaceId, filename }: DocumentRow): string {
  return documentKey(spaceId, filename);
}
