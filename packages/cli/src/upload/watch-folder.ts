import { watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** How long nothing must change before a change is reported: programs write a file in several steps. */
const QUIET_MS = 300;
/** Where something changes without end, it is reported all the same. */
const LONGEST_MS = 5000;

/** Something that tells of changes below a folder. */
export interface FolderWatch {
  /** Resolves when something has changed since the last call, and is quiet again. Rejects when `signal` aborts. */
  changed(): Promise<void>;
  close(): void;
}

/** Watches a folder and all below it. */
export function watchFolder(root: string, signal: AbortSignal): FolderWatch {
  let lastAt = 0;
  let pending = false;
  let wake = Promise.withResolvers<void>();
  const watcher = watch(root, { recursive: true }, () => {
    lastAt = performance.now();
    pending = true;
    wake.resolve();
  });
  signal.addEventListener("abort", () => wake.reject(signal.reason), { once: true });
  // Nobody may be waiting when it is aborted.
  wake.promise.catch(() => {});
  return {
    async changed() {
      if (!pending) await wake.promise;
      signal.throwIfAborted();
      const startedAt = performance.now();
      for (;;) {
        const quietMs = performance.now() - lastAt;
        if (quietMs >= QUIET_MS || performance.now() - startedAt >= LONGEST_MS) break;
        await sleep(QUIET_MS - quietMs, undefined, { signal });
      }
      pending = false;
      wake = Promise.withResolvers<void>();
      wake.promise.catch(() => {});
    },
    close: () => watcher.close(),
  };
}
