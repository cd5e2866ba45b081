import { and, asc, eq, exists, gt, inArray, not, notExists, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { chunks, documents } from "../../platform/database/tables/document-tables.ts";
import { embeddings } from "../../platform/database/tables/index-tables.ts";
import { lockDocuments } from "../../records/documents/lock-documents.ts";
import { embeddingText } from "../embeddings/embedding-text.ts";
import { isProcessed } from "../embeddings/model-state-rows.ts";

/** A document that moves to another model. */
export interface MovingDocument {
  readonly id: string;
  readonly orgId: string;
  readonly chunkCount: number;
}

/** The next page of documents with vectors of a model, ordered by id. */
export async function documentsOfModel(
  db: Database,
  model: string,
  afterId: string,
  limit: number,
): Promise<MovingDocument[]> {
  return db
    .select({ id: documents.id, orgId: documents.orgId, chunkCount: documents.chunkCount })
    .from(documents)
    .where(and(eq(documents.embeddingModel, model), isProcessed, gt(documents.id, afterId)))
    .orderBy(asc(documents.id))
    .limit(limit);
}

/** Texts that have no embedding of a model yet, by hash. */
export interface MissingTexts {
  readonly texts: Map<string, string>;
  /** False if there may be more. */
  readonly isAll: boolean;
}

/** Reads the texts of up to `limit` chunks of some documents that have no embedding of a model yet. */
export async function textsWithout(
  db: Database,
  model: string,
  orgId: string,
  documentIds: readonly string[],
  limit: number,
): Promise<MissingTexts> {
  const rows = await db
    .select({
      hash: chunks.embeddingHash,
      content: chunks.content,
      context: chunks.context,
      metadata: chunks.metadata,
    })
    .from(chunks)
    .where(
      and(
        eq(chunks.orgId, orgId),
        inArray(chunks.documentId, [...documentIds]),
        notExists(storedEmbedding(db, model)),
      ),
    )
    .limit(limit);
  const texts = new Map(
    rows.map(({ hash, metadata, ...passage }) => {
      const headings = (metadata.headings ?? []) as string[];
      return [hash, embeddingText({ ...passage, headings })];
    }),
  );
  return { texts, isAll: rows.length < limit };
}

/** For a query of chunks: the subquery for a chunk's stored embedding. */
function storedEmbedding(db: Database, model: string, condition?: SQL) {
  return db
    .select({ hash: embeddings.hash })
    .from(embeddings)
    .where(
      and(
        eq(embeddings.orgId, chunks.orgId),
        eq(embeddings.model, model),
        eq(embeddings.hash, chunks.embeddingHash),
        condition,
      ),
    );
}

/** Stored with documents. A different text would no longer replace the one stored before. */
const REFUSED =
  "The embedding provider refuses a part of this text. That part is found by its words, not by its meaning.";

/**
 * In a transaction, switches documents to the vectors of a model. Skips documents that are not entirely embedded with
 * it. Raises the generation of the documents and their chunks, as every change does.
 */
export async function switchDocuments(
  tx: Database,
  orgId: string,
  documentIds: readonly string[],
  model: string,
): Promise<(typeof documents.$inferSelect)[]> {
  await lockDocuments(tx, orgId, documentIds);
  const chunksThat = (condition: SQL) =>
    tx
      .select({ id: chunks.id })
      .from(chunks)
      .where(and(eq(chunks.orgId, documents.orgId), eq(chunks.documentId, documents.id), condition));
  const isRefused = exists(storedEmbedding(tx, model, sql`octet_length(${embeddings.vector}) = 0`));
  const warnings = sql`(${documents.warnings} - ${REFUSED}::text) || case when ${exists(chunksThat(isRefused))}
    then ${JSON.stringify([REFUSED])}::jsonb else '[]'::jsonb end`;
  const rows = await tx
    .update(documents)
    .set({ embeddingModel: model, generation: sql`${documents.generation} + 1`, warnings })
    .where(
      and(
        eq(documents.orgId, orgId),
        inArray(documents.id, [...documentIds]),
        isProcessed,
        not(eq(documents.embeddingModel, model)),
        notExists(chunksThat(notExists(storedEmbedding(tx, model)))),
      ),
    )
    .returning();
  await tx
    .update(chunks)
    .set({ generation: sql`${documents.generation}` })
    .from(documents)
    .where(
      and(
        eq(documents.id, chunks.documentId),
        eq(chunks.orgId, orgId),
        inArray(
          chunks.documentId,
          rows.map(({ id }) => id),
        ),
      ),
    );
  return rows;
}
