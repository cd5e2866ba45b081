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
  let wake = Promise.withResolvers<void>();
  const watcher = watch(root, { recursive: true }, () => {
    lastChangeAt = performance.now();
    pending = true;
    wake.resolve();
  });
  signal.addEventListener("abort", () => wake.reject(signal.reason), { once: true });
  // Prevents an unhandled rejection if there is no pending `changed()` when the signal aborts.
  wake.promise.catch(() => {});
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
      wake = Promise.withResolvers<void>();
      wake.promise.catch(() => {});
    },
    close: () => watcher.close(),
  };
}
