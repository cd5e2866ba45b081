import { watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Time without changes before a change is reported, because programs write a file in several steps. */
const QUIET_MS = 300;
/** Maximum delay of the report if changes never stop. */
const MAX_DELAY_MS = 5000;

/** Reports changes below a folder. */
export interface FolderWatch {
  /** Resolves after a change since the last call, once the changes have stopped. Rejects when `signal` aborts. */
  changed(): Promise<void>;
  close(): void;
}

/** Watches a folder recursively. */
export function watchFolder(root: string, signal: AbortSignal): FolderWatch {
  let lastChangeAt = 0;
  let pending = false;
  let wake = createSignal();
  const watcher = watch(root, { recursive: true }, () => {
    lastChangeAt = performance.now();
    pending = true;
    wake.resolve();
  });
  signal.addEventListener("abort", () => wake.reject(signal.reason), { once: true });
  return {
    async changed() {
      if (!pending) await wake.promise;
      signal.throwIfAborted();
      const startedAt = performance.now();
      for (;;) {
        const quietMs = performance.now() - lastChangeAt;
        if (quietMs >= QUIET_MS || performance.now() - startedAt >= MAX_DELAY_MS) break;
        await sleep(QUIET_MS - quietMs, undefined, { signal });
      }
      pending = false;
      wake = createSignal();
    },
    close: () => watcher.close(),
  };
}

/** A promise with its functions. `Promise.withResolvers` needs Node 22. */
function createSignal() {
  let resolve = (): void => {};
  let reject = (_reason: unknown): void => {};
  const promise = new Promise<void>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  // Prevents an unhandled rejection if no call waits when the signal aborts.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
