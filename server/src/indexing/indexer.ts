import type { LexicalEntry, LexicalIndex, VectorRecord, VectorStore, VectorWriter } from "@quarry/core";
import type { Metadata } from "@quarry/schema";
import { createKeyedMutex } from "../keyed-mutex.ts";

/** A processed document as the derived indexes take it. */
export interface IndexedDocument {
  readonly id: string;
  readonly orgId: string;
  readonly spaceId: string;
  readonly generation: number;
  readonly filename: string;
  readonly title: string | null;
  readonly metadata: Metadata;
  readonly model: string;
  readonly chunks: readonly IndexedChunk[];
}

/** A chunk as the derived indexes take it. */
export interface IndexedChunk {
  readonly id: string;
  readonly content: string;
  readonly context: string;
  readonly headings: readonly string[];
  /** Absent when the embedding is not known; the chunk is then found by its words alone. */
  readonly vector: Float32Array | undefined;
}

/** A space as far as its description can be searched. */
export interface DescribedSpace {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly description: string;
  readonly isArchived: boolean;
}

/** Applies what the database holds to the derived indexes. Callers apply after their transaction committed. */
export interface Indexer {
  replaceDocument(document: IndexedDocument): Promise<void>;
  /**
   * Does the part of `replaceDocument` that belongs into the document's own transaction, where the vector store can
   * take part in one; `finishDocument` then does the rest after the commit.
   */
  writeWithin(transaction: unknown, document: IndexedDocument): Promise<void>;
  /** What is left of `replaceDocument` after `writeWithin`. */
  finishDocument(document: IndexedDocument): Promise<void>;
  /** Puts a document into those indexes that a restart empties. */
  restoreDocument(document: IndexedDocument): Promise<void>;
  removeDocument(orgId: string, documentId: string): Promise<void>;
  removeSpace(orgId: string, spaceId: string): Promise<void>;
  /** Makes a space's name and description searchable, or no longer when it is archived. */
  describeSpace(space: DescribedSpace): Promise<void>;
  /** What has changed since `startTracking`, so that a rebuild does not put back older states. */
  startTracking(): ReadonlySet<string>;
  stopTracking(): void;
}

/** The space id under which the lexical index keeps the descriptions of an organization's spaces. */
export const DESCRIPTIONS = "descriptions";

/** Creates the indexer over the two derived indexes. */
export function createIndexer({
  lexical,
  vectors,
}: {
  lexical: LexicalIndex;
  vectors: VectorStore;
}): Indexer {
  let changed: Set<string> | undefined;
  // States of one document are applied in the order in which they were handed over.
  const mutex = createKeyedMutex();

  async function replaceWords(document: IndexedDocument): Promise<void> {
    await lexical.replaceDocuments(document.orgId, [
      { documentId: document.id, entries: lexicalEntries(document) },
    ]);
  }

  async function replaceVectors(writer: VectorWriter, document: IndexedDocument): Promise<void> {
    const { orgId, id: documentId, generation: beforeGeneration } = document;
    const records = vectorRecords(document);
    const { maxBatch } = vectors.capabilities;
    for (let start = 0; start < records.length; start += maxBatch)
      await writer.upsert(records.slice(start, start + maxBatch));
    await writer.delete({ orgId, documentId, beforeGeneration });
  }

  function apply(document: IndexedDocument, withVectors: boolean): Promise<void> {
    changed?.add(document.id);
    return mutex.run([document.id], async () => {
      await replaceWords(document);
      if (withVectors) await replaceVectors(vectors, document);
    });
  }

  return {
    replaceDocument: (document) => apply(document, true),

    async writeWithin(transaction, document) {
      const writer = vectors.within?.(transaction);
      if (writer) await replaceVectors(writer, document);
    },
    finishDocument: (document) => apply(document, vectors.within === undefined),
    restoreDocument: (document) => apply(document, !vectors.capabilities.durable),

    removeDocument(orgId, documentId) {
      changed?.add(documentId);
      return mutex.run([documentId], async () => {
        await Promise.all([lexical.delete({ orgId, documentId }), vectors.delete({ orgId, documentId })]);
      });
    },

    async removeSpace(orgId, spaceId) {
      changed?.add(spaceId);
      await Promise.all([
        lexical.delete({ orgId, spaceId }),
        vectors.delete({ orgId, spaceId }),
        lexical.delete({ orgId, documentId: spaceId }),
      ]);
    },

    async describeSpace({ id, orgId, name, description, isArchived }) {
      changed?.add(`description of ${id}`);
      const entry = { id, orgId, spaceId: DESCRIPTIONS, documentId: id, generation: 1, metadata: {} };
      const entries = isArchived ? [] : [{ ...entry, text: description, context: name }];
      await lexical.replaceDocuments(orgId, [{ documentId: id, entries }]);
    },

    startTracking() {
      changed = new Set();
      return changed;
    },
    stopTracking() {
      changed = undefined;
    },
  };
}

function lexicalEntries({
  id,
  orgId,
  spaceId,
  generation,
  filename,
  title,
  metadata,
  chunks,
}: IndexedDocument) {
  const name = filename.replace(/\.[A-Za-z0-9]{1,5}$/, "");
  return chunks.map((chunk): LexicalEntry => {
    const context = [...new Set([title ?? "", ...chunk.headings, name])].join("\n");
    const text = chunk.context === "" ? chunk.content : `${chunk.context}\n${chunk.content}`;
    return { id: chunk.id, orgId, spaceId, documentId: id, generation, text, context, metadata };
  });
}

function vectorRecords({ id, orgId, spaceId, generation, metadata, model, chunks }: IndexedDocument) {
  return chunks.flatMap((chunk): VectorRecord[] =>
    chunk.vector
      ? [{ id: chunk.id, orgId, spaceId, documentId: id, generation, model, vector: chunk.vector, metadata }]
      : [],
  );
}
