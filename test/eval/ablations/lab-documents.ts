import { createParserRegistry } from "@quarry/parsers";
import { embeddingText } from "../../../server/src/indexes/embeddings/embedding-text.ts";
import { prepareDocument } from "../../../server/src/ingest/prepare/prepare-document.ts";
import type { Collection } from "../collection.ts";
import { filenameOf } from "../load-documents.ts";

/** The texts of a chunk that are indexed. */
export interface LabChunk {
  readonly text: string;
  readonly context: string;
  readonly embeddingText: string;
}

/** A document's chunks. */
export interface LabDocument {
  readonly id: string;
  readonly chunks: readonly LabChunk[];
}

/** Splits a collection's documents into chunks with the server's own code. */
export async function labDocuments({ documents }: Collection): Promise<LabDocument[]> {
  const parsers = createParserRegistry();
  const prepared: LabDocument[] = [];
  for (const { id, text } of documents) {
    const bytes = new TextEncoder().encode(text);
    const input = { bytes, filename: filenameOf(id), declaredMimeType: undefined, chunking: null };
    const { title, chunks } = await prepareDocument(parsers, input);
    prepared.push({
      id,
      chunks: chunks.map(({ content, context, metadata: { headings } }) => ({
        text: context === "" ? content : `${context}\n${content}`,
        context: [...new Set([title ?? "", ...headings, id])].join("\n"),
        embeddingText: embeddingText({ headings, context, content }),
      })),
    });
  }
  return prepared;
}
