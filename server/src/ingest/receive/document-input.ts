import type { Metadata, UploadForm } from "@quarry/schema";
import type { ReceivedFile } from "./received-file.ts";

/** What a caller sent for one document. */
export interface DocumentInput {
  readonly filename: string;
  readonly file: ReceivedFile;
  readonly declaredMimeType: string | undefined;
  readonly metadata: Metadata;
}

/** What a caller says of a document, with the file that it sent. */
export function toDocumentInput(
  { filename = "", mimeType, metadata = {} }: Omit<UploadForm, "file">,
  file: ReceivedFile,
): DocumentInput {
  return { filename, declaredMimeType: mimeType, metadata, file };
}

/** SHA-256 of what makes a document's text: its bytes, its name (which decides the type) and its declared type. */
export function contentHash({ filename, file, declaredMimeType }: DocumentInput): string {
  const extension = /\.[^.]*$/.exec(filename)?.[0] ?? "";
  return file.hash(`\0${extension}\0${declaredMimeType ?? ""}`);
}
