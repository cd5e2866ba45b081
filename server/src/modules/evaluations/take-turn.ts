import { QuarryError } from "@quarry/core";

/**
 * Lets other work of this process happen before the next part of a long one, which ends here when nobody waits for it
 * any more.
 * @throws QuarryError when the caller has gone away.
 */
export async function takeTurn(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  if (signal.aborted) throw new QuarryError("invalid_request", "The caller went away before the end.");
}
