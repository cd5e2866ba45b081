import type { LexicalDocument, LexicalEntry, LexicalWriter, VectorRecord, VectorWriter } from "@quarry/core";
import { createYieldToEventLoop } from "@quarry/core/internal";
import type { DescribedSpace, IndexChange, IndexedDocument } from "./index-change.ts";

/** The space id under which the lexical index keeps the descriptions of an organization's spaces. */
export const DESCRIPTIONS = "descriptions";

/** Applies a change to a lexical index. */
export async function writeLexical(writer: LexicalWriter, change: IndexChange): Promise<void> {
  switch (change.kind) {
    case "documents":
      return writer.replaceDocuments(change.orgId, change.documents.map(toLexicalDocument));
    case "document-gone":
      return writer.delete({ orgId: change.orgId, documentId: change.documentId });
    case "space-gone":
      await writer.delete({ orgId: change.orgId, spaceId: change.spaceId });
      return writer.delete({ orgId: change.orgId, documentId: change.spaceId });
    case "description":
      return writer.replaceDocuments(change.space.orgId, [toDescription(change.space)]);
  }
}

/** Applies a change to a vector store, in batches of at most `maxBatch` records. */
export async function writeVectors(
  writer: VectorWriter,
  change: IndexChange,
  maxBatch: number,
): Promise<void> {
  switch (change.kind) {
    case "documents": {
      const records = change.documents.flatMap(toVectorRecords);
      const yieldToEventLoop = createYieldToEventLoop();
      for (let start = 0; start < records.length; start += maxBatch) {
        await yieldToEventLoop();
        await writer.upsert(records.slice(start, start + maxBatch));
      }
      const { orgId } = change;
      for (const { id: documentId, generation: beforeGeneration } of change.documents)
        if (beforeGeneration > 1) await writer.delete({ orgId, documentId, beforeGeneration });
      return;
    }
    case "document-gone":
      return writer.delete({ orgId: change.orgId, documentId: change.documentId });
    case "space-gone":
      return writer.delete({ orgId: change.orgId, spaceId: change.spaceId });
    case "description":
  }
}

/** A 31-bit hash of a description, which takes the place of a document's generation. */
export function descriptionGeneration({ name, description }: DescribedSpace): number {
  return Number(BigInt.asUintN(31, BigInt(Bun.hash(JSON.stringify([name, description])))));
}

/** Indexes a description as a document of a reserved space, under the id of the space that it describes. */
function toDescription(space: DescribedSpace): LexicalDocument {
  const { id, orgId, name, description, isArchived } = space;
  const generation = descriptionGeneration(space);
  const entry = { id, orgId, spaceId: DESCRIPTIONS, documentId: id, generation, metadata: {} };
  return { documentId: id, entries: isArchived ? [] : [{ ...entry, text: description, context: name }] };
}

function toLexicalDocument(document: IndexedDocument): LexicalDocument {
  const { id, orgId, spaceId, generation, filename, title, metadata, chunks } = document;
  const name = filename.replace(/\.[A-Za-z0-9]{1,5}$/, "");
  const entries = chunks.map((chunk): LexicalEntry => {
    const context = [...new Set([title ?? "", ...chunk.headings, name])].join("\n");
    const text = chunk.context === "" ? chunk.content : `${chunk.context}\n${chunk.content}`;
    return { id: chunk.id, orgId, spaceId, documentId: id, generation, text, context, metadata };
  });
  return { documentId: id, entries };
}

function toVectorRecords(document: IndexedDocument): VectorRecord[] {
  const { id, orgId, spaceId, generation, metadata, model, chunks } = document;
  return chunks.flatMap((chunk): VectorRecord[] =>
    chunk.vector && chunk.vector.length > 0
      ? [{ id: chunk.id, orgId, spaceId, documentId: id, generation, model, vector: chunk.vector, metadata }]
      : [],
  );
}
