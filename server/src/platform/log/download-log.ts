import type { Log } from "./log.ts";

const FIRST_MS = 2000;

/** Creates a logger for the progress of a download: first after two seconds, then at doubling intervals. */
export function createDownloadLog(log: Log, name: string): (loadedBytes: number, totalBytes: number) => void {
  let startedAtMs: number | undefined;
  let nextMs = FIRST_MS;
  return (loadedBytes, totalBytes) => {
    startedAtMs ??= performance.now();
    const elapsedMs = performance.now() - startedAtMs;
    if (elapsedMs < nextMs) return;
    nextMs = elapsedMs * 2;
    log.info(`Downloading ${name}: ${megabytes(loadedBytes)} of ${megabytes(totalBytes)} MB`);
  };
}

function megabytes(bytes: number): string {
  return bytes === 0 ? "?" : String(Math.ceil(bytes / 1_000_000));
}
