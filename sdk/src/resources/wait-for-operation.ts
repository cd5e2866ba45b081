import type { BulkOperation } from "@quarry/schema";
import { TimeoutError } from "../errors/errors.ts";
import { sleep, startDeadline } from "../http/deadline.ts";
import type { CallOptions } from "../http/options.ts";

/** Options of {@link Bulk.wait}. */
export interface BulkWaitOptions {
  /** Timeout of the whole wait in milliseconds. Default: none. */
  readonly timeoutMs?: number | undefined;
  /** Polling interval in milliseconds. Default: grows from 100 to 2,000. */
  readonly intervalMs?: number | undefined;
  /** Aborts the wait, which rejects with the signal's reason; the operation goes on. Default: none. */
  readonly signal?: AbortSignal | undefined;
  /** Called after every poll. Default: none. */
  readonly onProgress?: ((operation: BulkOperation) => void) | undefined;
}

/** Reads an operation until it is completed or cancelled. */
export async function waitForOperation(
  read: (options: CallOptions) => Promise<BulkOperation>,
  { timeoutMs = Number.POSITIVE_INFINITY, intervalMs, signal, onProgress }: BulkWaitOptions = {},
): Promise<BulkOperation> {
  const deadline = startDeadline(timeoutMs, signal);
  let pauseMs = intervalMs ?? 100;
  try {
    for (;;) {
      const operation = await read({ signal: deadline.signal });
      onProgress?.(operation);
      if (operation.state === "completed" || operation.state === "cancelled") return operation;
      await sleep(pauseMs, deadline.signal);
      if (intervalMs === undefined) pauseMs = Math.min(pauseMs * 1.5, 2_000);
    }
  } catch (error) {
    if (!deadline.passed) throw error;
    const message = `The bulk operation is not finished after ${timeoutMs} ms.`;
    throw new TimeoutError(message, { code: "timed_out", cause: error });
  } finally {
    deadline.release();
  }
}
