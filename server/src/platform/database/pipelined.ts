/**
 * Awaits the pipelined statements of a transaction, which were sent without waiting for each other's results.
 * @throws The first error. Later statements fail only because the transaction is aborted.
 */
export async function awaitPipelined(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(statements))
    if (outcome.status === "rejected") throw outcome.reason;
}
