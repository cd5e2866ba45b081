import { QuarryError } from "@quarry/core";

/**
 * Yields to the event loop between the steps of a long task, and ends the task when the caller has disconnected.
 * @throws QuarryError `invalid_request` when `signal` is aborted.
 */
export async function takeTurn(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  if (signal.aborted) throw new QuarryError("invalid_request", "The caller disconnected before the end.");
}
