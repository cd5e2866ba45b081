import { createHash } from "node:crypto";
import { chunkDocument, type ParserRegistry } from "@quarry/core";
import type { Metadata } from "@quarry/schema";
import { embeddingHash } from "../../indexing/embedding-cache.ts";

/** What a caller sent for one document. */
export interface DocumentInput {
  readonly filename: string;
  readonly bytes: Uint8Array;
  readonly declaredMimeType: string | undefined;
  readonly metadata: Metadata;
}

/** A document's text and passages, before they have ids. */
export interface PreparedDocument {
  readonly mimeType: string;
  readonly title: string | null;
  readonly text: string;
  readonly chunks: readonly PreparedChunk[];
}

/** A passage, before it has an id. */
export interface PreparedChunk {
  readonly content: string;
  readonly context: string;
  readonly metadata: Metadata & { readonly headings: string[] };
  /** What is embedded: the passage under its headings. */
  readonly embeddingText: string;
  readonly embeddingHash: string;
}

/** SHA-256 of what makes a document's text: its bytes, its name (which decides the type) and its declared type. */
export function contentHash({ filename, bytes, declaredMimeType }: DocumentInput): string {
  const extension = /\.[^.]*$/.exec(filename)?.[0] ?? "";
  return createHash("sha256")
    .update(bytes)
    .update(`\0${extension}\0${declaredMimeType ?? ""}`)
    .digest("hex");
}

/**
 * Parses a document and cuts it into passages.
 * @throws QuarryError `invalid_request` when the file cannot be read.
 */
export async function prepareDocument(
  parsers: ParserRegistry,
  { bytes, filename, declaredMimeType }: Omit<DocumentInput, "metadata">,
): Promise<PreparedDocument> {
  const parsed = await parsers.parse({
    bytes,
    filename,
    ...(declaredMimeType === undefined ? {} : { declaredMimeType }),
  });
  const chunks = chunkDocument(parsed).map((chunk): PreparedChunk => {
    const context = chunk.context ?? "";
    const embeddingText = [...chunk.headings, context, chunk.text].filter((part) => part !== "").join("\n");
    return {
      content: chunk.text,
      context,
      metadata: {
        start: chunk.start,
        end: chunk.end,
        headings: [...chunk.headings],
        page: chunk.page ?? null,
        ocr: false,
      },
      embeddingText,
      embeddingHash: embeddingHash(embeddingText),
    };
  });
  return { mimeType: parsed.mimeType, title: parsed.title ?? null, text: parsed.text, chunks };
}
