import { type Embedder, QuarryError } from "@quarry/core";
import { idSortedAs } from "@quarry/core/internal";
import { sql } from "drizzle-orm";
import { commitDocuments, type DocumentWrite, StaleWrite } from "../../ingest/commit/commit.ts";
import { completedFields, type ProcessingDeps, textsToEmbed } from "../../ingest/processing.ts";
import { contentHash } from "../../ingest/receive/document-input.ts";
import { insertRows } from "../../platform/database/insert-rows.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import type { ArrivedDocument } from "./read-document.ts";

/** Writes documents out of an archive into a space that nobody sees yet. */
export type WriteDocuments = (space: SpaceRow, arrived: readonly ArrivedDocument[]) => Promise<void>;

/** A change of the embedding model ends a write; no more than this many come at a time. */
const MAX_TRIES = 5;

/**
 * Creates it. Documents are embedded as all others are, but for vectors that came with them of the model that new
 * documents get. Nothing is told of them: who hears of the space finds them in it.
 */
export function createWriteDocuments(deps: ProcessingDeps): WriteDocuments {
  const { db, newId, models, embeddings } = deps;
  const silent = { ...deps, events: { record: async () => undefined } };

  async function toRow(space: SpaceRow, { record, file }: ArrivedDocument): Promise<DocumentRow> {
    const { filename, mimeType, declaredMimeType, title, status, errorMessage, metadata } = record;
    return {
      ...{ id: newId("document"), orgId: space.orgId, spaceId: space.id },
      ...{ filename, mimeType, declaredMimeType, title, metadata },
      fileSize: file.size,
      ...(await file.claim()),
      contentHash: contentHash({ filename, file, declaredMimeType: declaredMimeType ?? undefined, metadata }),
      status: status === "FAILED" ? "FAILED" : "PROCESSING",
      errorMessage,
      embeddingModel: models.current().writing,
      indexingType: "text",
      ...{ generation: 0, chunkCount: 0, chunking: null, progress: null, warnings: [], expiryToldAt: null },
      createdAt: new Date(record.createdAt),
      updatedAt: new Date(record.updatedAt),
    };
  }

  async function keepVectors(embedder: Embedder, orgId: string, arrived: readonly ArrivedDocument[]) {
    for (const { record, vectors } of arrived) {
      const embedding = record.content?.embedding;
      if (embedding?.model === embedder.model && embedding.dimensions === embedder.dimensions)
        await embeddings.keep(embedder.model, orgId, vectors);
    }
  }

  async function writeCompleted(space: SpaceRow, arrived: readonly ArrivedDocument[]): Promise<void> {
    const { orgId, chunking } = space;
    const embedder = models.writing();
    await keepVectors(embedder, orgId, arrived);
    const texts = textsToEmbed(arrived.flatMap(({ prepared }) => prepared ?? []));
    const { vectors } = await embeddings.embed(embedder, orgId, texts);
    const writes: DocumentWrite[] = [];
    for (const document of arrived) {
      const { prepared } = document;
      if (!prepared) continue;
      const row = await toRow(space, document);
      const fields = completedFields(prepared, embedder, chunking);
      const chunkIds = document.chunkIds.map((id) => idSortedAs(id, newId("chunk")));
      writes.push({
        ...{ before: undefined, row: { ...row, ...fields, generation: 1 } },
        ...{ prepared, vectors, chunkIds },
      });
    }
    await commitDocuments(silent, orgId, writes);
  }

  async function writeAgain(space: SpaceRow, arrived: readonly ArrivedDocument[]): Promise<void> {
    for (let tries = 1; ; tries += 1)
      try {
        return await writeCompleted(space, arrived);
      } catch (error) {
        if (!(error instanceof StaleWrite) || tries >= MAX_TRIES) throw error;
      }
  }

  /** All together, or one by one when the embedder refuses a text, so that only its document fails. */
  async function writeOrFail(space: SpaceRow, arrived: readonly ArrivedDocument[]): Promise<void> {
    try {
      await writeAgain(space, arrived);
    } catch (error) {
      if (!QuarryError.isInstance(error) || error.retryable) throw error;
      for (const document of arrived)
        if (arrived.length > 1) await writeOrFail(space, [document]);
        else {
          const row = {
            ...(await toRow(space, document)),
            status: "FAILED",
            errorMessage: error.message,
          } as const;
          await insertRows(db, documents, [row], sql``);
        }
    }
  }

  return async (space, arrived) => {
    const completed = arrived.filter(({ prepared }) => prepared);
    if (completed.length > 0) await writeOrFail(space, completed);
    const others = arrived.filter(({ prepared }) => !prepared);
    const rows = await Promise.all(others.map((document) => toRow(space, document)));
    await insertRows(db, documents, rows, sql``);
  };
}
