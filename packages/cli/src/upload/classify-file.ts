import type { Document } from "@quarry/schema";
import type { FileState } from "./file-hashes.ts";
import type { LocalFile } from "./find-files.ts";
import type { Outcome } from "./outcome.ts";
import type { PendingFile } from "./send-files.ts";
import { markOf } from "./upload-mark.ts";

/** What {@link classifyFile} compares a file with. */
export interface SpaceState {
  /** The space's documents by filename. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly maxFileBytes: number;
  /** Whether unchanged documents must also be processed. */
  readonly wait: boolean;
  readonly hash: (path: string) => Promise<FileState>;
}

/**
 * Decides what to do with a file: returns the file if it must be sent, its document if it is unchanged but not processed
 * yet, and undefined if there is nothing to do. Adds unchanged, empty and failed files to `outcome`.
 */
export async function classifyFile(
  file: LocalFile,
  { documents, maxFileBytes, wait, hash }: SpaceState,
  outcome: Outcome,
): Promise<PendingFile | Document | undefined> {
  const { filename, path } = file;
  try {
    const state = await hash(path);
    const document = documents.get(filename);
    if (state.bytes === 0) outcome.empty.push(filename);
    else if (state.bytes > maxFileBytes)
      outcome.failed.push({
        filename,
        message: `The file exceeds the server's limit of ${maxFileBytes} bytes.`,
      });
    else if (!document || !isUnchanged(document, state)) return { ...file, bytes: state.bytes, document };
    else if (wait && document.status !== "COMPLETED") return document;
    else outcome.unchanged += 1;
  } catch (error) {
    outcome.failed.push({ filename, message: `Cannot read the file: ${(error as Error).message}` });
  }
  return undefined;
}

/** Whether a document was made from these bytes, and is processed or will be. */
function isUnchanged(document: Document, { sha256, bytes }: FileState): boolean {
  const isSame = markOf(document)?.sha256 === sha256 && document.fileSize === String(bytes);
  return isSame && document.status !== "FAILED";
}
