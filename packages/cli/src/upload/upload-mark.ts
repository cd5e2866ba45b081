import type { Document, Metadata } from "@quarry/schema";

/**
 * What an upload writes into a document's metadata, where it finds it again, from whatever machine: a hash of the bytes,
 * to know what is unchanged, and the name of the folder, to know what `--prune` may delete.
 */
export interface UploadMark {
  readonly sha256: string;
  readonly source: string;
}

/** The key under which it stands. */
const KEY = "quarryUpload";

/** The mark of a document that was uploaded by this command. */
export function markOf({ metadata }: Pick<Document, "metadata">): UploadMark | undefined {
  const mark = metadata[KEY];
  if (typeof mark !== "object" || mark === null || Array.isArray(mark)) return undefined;
  const { sha256, source } = mark;
  return typeof sha256 === "string" && typeof source === "string" ? { sha256, source } : undefined;
}

/** A document's metadata with a mark; what else stands there stays. */
export function withMark(metadata: Metadata | undefined, { sha256, source }: UploadMark): Metadata {
  return { ...metadata, [KEY]: { sha256, source } };
}
