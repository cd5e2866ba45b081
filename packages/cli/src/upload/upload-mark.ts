import type { Document, Metadata } from "@quarry/schema";
import { isObject } from "../json/is-object.ts";

/**
 * Data that an upload stores in a document's metadata, so that later uploads from any machine find it: a hash of the
 * bytes, to detect unchanged files, and the name of the folder, to restrict `--prune`.
 */
export interface UploadMark {
  readonly sha256: string;
  readonly source: string;
  /** A later version of the file that could not be read: its hash, and why. The document keeps the version before. */
  readonly failed?: { readonly sha256: string; readonly message: string };
}

/** The metadata key of the mark. */
const KEY = "quarryUpload";

/** The mark of a document; undefined if it was not uploaded by this command. */
export function markOf({ metadata }: Pick<Document, "metadata">): UploadMark | undefined {
  const mark = metadata[KEY];
  if (!isObject(mark) || typeof mark.sha256 !== "string" || typeof mark.source !== "string") return undefined;
  const { sha256, source, failed } = mark;
  if (!isObject(failed) || typeof failed.sha256 !== "string" || typeof failed.message !== "string")
    return { sha256, source };
  return { sha256, source, failed: { sha256: failed.sha256, message: failed.message } };
}

/** Adds a mark to a document's metadata. */
export function withMark(metadata: Metadata | undefined, mark: UploadMark): Metadata {
  return { ...metadata, [KEY]: { ...mark } };
}
