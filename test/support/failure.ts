import { QuarryError } from "@quarry/core";

/** The error that a call fails with, which must be one of ours. */
export async function failure(promise: Promise<unknown>): Promise<QuarryError> {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!QuarryError.isInstance(error)) throw new Error(`Expected a QuarryError, got ${String(error)}`);
  return error;
}
