import type { Database } from "../../../server/src/platform/database/database.ts";

/** Runs a task while another transaction holds the locks that a statement takes. */
export async function whileLocked(db: Database, statement: string, task: () => Promise<void>): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  const holding = db.transaction(async (tx) => {
    await tx.execute(statement);
    hold();
    await released;
  });
  await held;
  try {
    await task();
  } finally {
    release();
    await holding;
  }
}

/** Locks the documents of some spaces, so that batches of their operations wait. */
export function documentsOf(...spaceIds: readonly string[]): string {
  return `select 1 from documents where space_id in ('${spaceIds.join("', '")}') for update`;
}
