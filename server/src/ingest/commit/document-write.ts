import type { Embedder } from "@quarry/core";
import type { Chunking } from "@quarry/schema";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import type { SmallFile } from "../../records/documents/small-files.ts";
import type { MemberFile } from "../members/received-members.ts";
import type { PreparedDocument } from "../prepare/prepare-document.ts";

/** The fields of a document's row that processing sets. */
type ProcessedField =
  | "mimeType"
  | "title"
  | "status"
  | "errorMessage"
  | "embeddingModel"
  | "indexingType"
  | "chunkCount"
  | "chunking"
  | "progress"
  | "warnings";

/** A new or changed row of a document, without the fields that processing sets. */
export interface RowChange {
  /** The current row; undefined for a new document. */
  readonly before: DocumentRow | undefined;
  readonly row: Omit<DocumentRow, ProcessedField>;
  /** The new original file, unless it is unchanged or in the blob store. */
  readonly file?: SmallFile | undefined;
  /** Ids for the chunks of a new document. Without them, new ids are generated. */
  readonly chunkIds?: readonly string[];
  /** The lease of the job that processes the document. A job that lost its lease must not write. */
  readonly leaseToken?: string;
}

/** A processed document that is ready to be written. */
export interface DocumentWrite extends RowChange {
  readonly row: DocumentRow;
  readonly prepared: PreparedDocument;
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** The files of an unpacked archive, for which documents are written, too. */
  readonly members?: readonly MemberFile[];
}

/** Sets the fields of a row that result from processing. */
export function completedRow(
  row: RowChange["row"],
  prepared: PreparedDocument,
  embedder: Embedder,
  chunking: Chunking | null,
): DocumentRow {
  return {
    ...row,
    mimeType: prepared.mimeType,
    title: prepared.title,
    status: "COMPLETED",
    errorMessage: null,
    embeddingModel: embedder.model,
    indexingType: prepared.indexingType,
    chunkCount: prepared.chunks.length,
    chunking,
    progress: null,
    warnings: prepared.warnings,
  };
}
