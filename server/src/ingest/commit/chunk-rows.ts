import { QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import type { IndexedDocument } from "../../indexes/records/index-change.ts";
import { indexedFields } from "../../indexes/records/indexed-fields.ts";
import type { Database } from "../../platform/database/database.ts";
import { type ChunkRow, findChunkAddresses } from "../../records/documents/chunk-rows.ts";
import type { DocumentWrite } from "./document-write.ts";

/** A document to write, with the rows of its chunks. */
export type WriteWithChunks = DocumentWrite & { readonly chunkRows: readonly ChunkRow[] };

/** Creates the rows of the chunks of some documents. Chunks whose text is unchanged keep their ids. */
export async function withChunkRows(
  tx: Database,
  newId: NewId,
  orgId: string,
  writes: readonly DocumentWrite[],
): Promise<WriteWithChunks[]> {
  const known = writes.flatMap(({ before }) => (before ? [before.id] : []));
  const old = Map.groupBy(await findChunkAddresses(tx, orgId, known), (chunk) => chunk.documentId);
  return writes.map((write) => {
    const reusable = Map.groupBy(old.get(write.row.id) ?? [], (chunk) => chunk.embeddingHash);
    const chunkRows = write.prepared.chunks.map(
      (chunk, chunkIndex): ChunkRow => ({
        id: reusable.get(chunk.embeddingHash)?.shift()?.id ?? write.chunkIds?.[chunkIndex] ?? newId("chunk"),
        orgId,
        documentId: write.row.id,
        generation: write.row.generation,
        chunkIndex,
        content: chunk.content,
        context: chunk.context,
        embeddingHash: chunk.embeddingHash,
        metadata: chunk.metadata,
      }),
    );
    return { ...write, chunkRows };
  });
}

/** Converts a document to the form in which the derived indexes receive it. */
export function toIndexed({ row, prepared, vectors, chunkRows }: WriteWithChunks): IndexedDocument {
  return {
    ...indexedFields(row),
    chunks: prepared.chunks.map((chunk, index) => {
      const id = chunkRows[index]?.id;
      if (id === undefined) throw new QuarryError("internal", "A chunk has no id.");
      const { content, context, metadata } = chunk;
      return { id, content, context, headings: metadata.headings, vector: vectors.get(chunk.embeddingHash) };
    }),
  };
}
