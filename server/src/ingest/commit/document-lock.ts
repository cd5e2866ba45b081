import type { KeyedMutex } from "@quarry/core/internal";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import { documentKey } from "../processing.ts";

/**
 * Runs `task` on the current rows of some documents while nothing else in this process writes them. Writers lock by
 * filename, and a filename can change while one waits for its lock: then the lock on the new one is taken.
 * @param find Reads the rows as they are now, always in the same order; throws when one is gone.
 * @param newNames Further names that the task will give, as keys.
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
