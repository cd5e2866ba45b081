/**
 * Returns the reason for a promise's rejection.
 * @throws Error if the promise resolves.
 */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("Expected a rejection, but the promise resolved");
    },
    (reason: unknown) => reason,
  );
}
