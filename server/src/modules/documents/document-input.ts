import { createHash } from "node:crypto";
import type { Metadata } from "@quarry/schema";

/** What a caller sent for one document. */
export interface DocumentInput {
  readonly filename: string;
  readonly bytes: Uint8Array;
  readonly declaredMimeType: string | undefined;
  readonly metadata: Metadata;
}

/** SHA-256 of what makes a document's text: its bytes, its name (which decides the type) and its declared type. */
export function contentHash({ filename, bytes, declaredMimeType }: DocumentInput): string {
  const extension = /\.[^.]*$/.exec(filename)?.[0] ?? "";
  return createHash("sha256")
    .update(bytes)
    .update(`\0${extension}\0${declaredMimeType ?? ""}`)
    .digest("hex");
}
