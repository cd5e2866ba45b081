import type { Document } from "@quarry/schema";
import { isInWork } from "../documents/follow-documents.ts";
import type { FileState } from "./file-hashes.ts";
import type { LocalFile } from "./find-files.ts";
import type { FailedFile } from "./outcome.ts";
import type { PendingFile } from "./send-files.ts";
import { markOf } from "./upload-mark.ts";

/** What {@link classifyFile} compares a file with. */
export interface SpaceState {
  /** The space's documents by filename. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly maxFileBytes: number;
  /** Whether unchanged documents must also be processed. */
  readonly wait: boolean;
  /** Whether files that failed before are tried again. */
  readonly retry: boolean;
  readonly hash: (path: string) => Promise<FileState>;
}

/** What to do with a file. */
export type FileTask =
  | { readonly kind: "unchanged" }
  | { readonly kind: "empty" }
  | { readonly kind: "failed"; readonly failure: FailedFile }
  | { readonly kind: "send"; readonly file: PendingFile }
  /** The server has these bytes: it processes them, or is asked to do so again. */
  | { readonly kind: "follow" | "process-again"; readonly document: Document };

/** Decides what to do with a file. */
export async function classifyFile(file: LocalFile, space: SpaceState): Promise<FileTask> {
  const { filename, path } = file;
  const fail = (message: string): FileTask => ({ kind: "failed", failure: { filename, message } });
  let state: FileState;
  try {
    state = await space.hash(path);
  } catch (error) {
    return fail(`Cannot read the file: ${(error as Error).message}. Check its permissions.`);
  }
  if (state.bytes === 0) return { kind: "empty" };
  if (state.bytes > space.maxFileBytes)
    return fail(
      `The file has ${state.bytes} bytes, more than the server's limit of ${space.maxFileBytes} bytes. Split it, or let the operator raise QUARRY_MAX_FILE_BYTES.`,
    );
  const document = space.documents.get(filename);
  const sent: FileTask = { kind: "send", file: { ...file, bytes: state.bytes, document } };
  if (!document) return sent;
  const mark = markOf(document);
  const earlier = (message: string): FileTask => ({
    kind: "failed",
    failure: { filename, message, earlier: true },
  });
  if (mark?.failed?.sha256 === state.sha256) return space.retry ? sent : earlier(mark.failed.message);
  if (mark?.sha256 !== state.sha256 || document.fileSize !== String(state.bytes)) return sent;
  if (document.status === "FAILED")
    return space.retry
      ? { kind: "process-again", document }
      : earlier(document.errorMessage ?? "no reason given");
  return space.wait && isInWork(document) ? { kind: "follow", document } : { kind: "unchanged" };
}
