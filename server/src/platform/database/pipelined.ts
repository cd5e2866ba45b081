/**
 * Waits for statements of a transaction that were sent right after each other, without waiting for the result of the one
 * before.
 * @throws The first error, if several statements fail: the others fail only because the transaction is aborted.
 */
export async function awaitPipelined(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(statements))
    if (outcome.status === "rejected") throw outcome.reason;
}
