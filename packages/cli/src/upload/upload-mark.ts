import type { Document, Metadata } from "@quarry/schema";

/**
 * Data that an upload stores in a document's metadata, so that later uploads from any machine find it: a hash of the
 * bytes, to detect unchanged files, and the name of the folder, to restrict `--prune`.
 */
export interface UploadMark {
  readonly sha256: string;
  readonly source: string;
}

/** The metadata key of the mark. */
const KEY = "quarryUpload";

/** The mark of a document; undefined if it was not uploaded by this command. */
export function markOf({ metadata }: Pick<Document, "metadata">): UploadMark | undefined {
  const mark = metadata[KEY];
  if (typeof mark !== "object" || mark === null || Array.isArray(mark)) return undefined;
  const { sha256, source } = mark;
  return typeof sha256 === "string" && typeof source === "string" ? { sha256, source } : undefined;
}

/** Adds a mark to a document's metadata. */
export function withMark(metadata: Metadata | undefined, { sha256, source }: UploadMark): Metadata {
  return { ...metadata, [KEY]: { sha256, source } };
}
