import { QuarryError } from "@quarry/core";

/**
 * Waits for a promise to reject and returns the reason. Use it instead of `expect(promise).rejects`, with which Bun's
 * runner slows the awaited work about tenfold.
 * @throws Error when the promise resolves.
 */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`Expected a rejection, but the promise resolved with ${Bun.inspect(value)}`);
}

/** Waits for a promise to reject with a `QuarryError` of `@quarry/core` and returns the error. */
export async function failure(promise: PromiseLike<unknown>): Promise<QuarryError> {
  const error = await rejection(promise);
  if (!QuarryError.isInstance(error)) throw new Error(`Expected a QuarryError, got ${String(error)}`);
  return error;
}
