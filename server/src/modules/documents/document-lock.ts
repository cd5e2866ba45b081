import type { KeyedMutex } from "@quarry/core";
import { documentKey } from "./processing.ts";
import type { DocumentRow } from "./queries.ts";

/**
 * Runs `task` on a document's current row while nothing else in this process writes it. Writers lock by filename, and
 * a filename can change while one waits for its lock: then the lock on the new one is taken.
 * @param find Reads the row as it is now; throws when there is none.
 * @param newFilename The name that the task will give it.
 */
export async function withDocumentLocked<Result>(
  mutex: KeyedMutex,
  find: () => Promise<DocumentRow>,
  newFilename: string | undefined,
  task: (row: DocumentRow) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const { spaceId, filename } = await find();
    const names = newFilename === undefined ? [filename] : [filename, newFilename];
    const done = await mutex.run(
      names.map((name) => documentKey(spaceId, name)),
      async () => {
        const row = await find();
        return row.filename === filename ? { result: await task(row) } : undefined;
      },
    );
    if (done) return done.result;
  }
}
