import type { QueuedFile } from "./queued-file.ts";

/** The queue at one moment. */
export interface UploadState {
  readonly files: number;
  readonly finished: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly totalBytes: number;
  readonly sentBytes: number;
  readonly isPaused: boolean;
  /** Of what is left; undefined before anything was sent. */
  readonly secondsLeft: number | undefined;
  /** All files in the order: failed, being sent, arrived (the last one first), waiting. */
  readonly rows: readonly QueuedFile[];
}

/** Counts the files of a queue and puts them into the order in which people look for them. */
export function summary(files: readonly QueuedFile[], isPaused: boolean, elapsedMs: number): UploadState {
  const sum = (of: (file: QueuedFile) => number) => files.reduce((total, file) => total + of(file), 0);
  const having = (wanted: QueuedFile["state"]) => files.filter(({ state }) => state === wanted);
  const finished = files.filter(({ documentId }) => documentId !== undefined);
  const totalBytes = sum(({ file }) => file.size);
  const sentBytes = sum(({ sentBytes }) => sentBytes);
  // Small files cost calls, large ones bytes, so the slower of both counts.
  const share = Math.min(finished.length / (files.length || 1), sentBytes / (totalBytes || 1));
  return {
    files: files.length,
    finished: finished.length,
    unchanged: having("unchanged").length,
    failed: having("failed").length,
    totalBytes,
    sentBytes,
    isPaused,
    secondsLeft: share > 0 ? (elapsedMs / 1000) * (1 / share - 1) : undefined,
    rows: [...having("failed"), ...having("sending"), ...finished.toReversed(), ...having("waiting")],
  };
}
