/**
 * Waits for statements of a transaction that were sent one right after the other, each without waiting for the answer
 * to the one before.
 * @throws The first one's error, if several fail: the others fail only because the transaction is over.
 */
export async function sendTogether(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(statements))
    if (outcome.status === "rejected") throw outcome.reason;
}
