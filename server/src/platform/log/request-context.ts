import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<string>();

/** Runs a request. What it logs, also after it waited, carries its id. */
export function withRequestId<Result>(requestId: string, run: () => Result): Result {
  return requests.run(requestId, run);
}

/** The id of the request that this code runs for; undefined in the background. */
export function currentRequestId(): string | undefined {
  return requests.getStore();
}
