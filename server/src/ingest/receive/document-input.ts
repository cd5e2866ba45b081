import type { Metadata, UploadForm } from "@quarry/schema";
import type { ReceivedFile } from "./received-file.ts";

/** One document of an upload request. */
export interface DocumentInput {
  readonly filename: string;
  readonly file: ReceivedFile;
  readonly declaredMimeType: string | undefined;
  readonly metadata: Metadata;
  /** The file of OpenAI's API that the document is a copy of, and the batch that attached it. */
  readonly attachment?: { readonly fileId: string; readonly batchId: string | null };
}

/** Combines the fields of an upload with its file. */
export function toDocumentInput(
  { filename = "", mimeType, metadata = {} }: Omit<UploadForm, "file">,
  file: ReceivedFile,
): DocumentInput {
  return { filename, declaredMimeType: mimeType, metadata, file };
}

/** SHA-256 of everything that determines a document's text: its bytes, its extension and its declared type. */
export function contentHash({ filename, file, declaredMimeType }: DocumentInput): string {
  const extension = /\.[^.]*$/.exec(filename)?.[0] ?? "";
  return file.hash(`\0${extension}\0${declaredMimeType ?? ""}`);
}
