import type { OutlineEntry } from "@quarry/core/internal";
import { and, asc, eq, gt, or } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { chunks, documents, documentTexts } from "../../platform/database/tables/document-tables.ts";
import { evaluations } from "../../platform/database/tables/evaluation-tables.ts";
import type { ChunkRow } from "../../records/documents/chunk-rows.ts";
import type { DocumentRow } from "../../records/documents/document-rows.ts";
import type { EvaluationRow } from "../evaluations/evaluation-rows.ts";

/** A position in a list of documents or evaluations. */
export interface Place {
  readonly id: string;
  readonly createdAt: Date;
}

const PAGE = 500;

/** Lists the next documents of a space, oldest first. */
export async function listPlaces(
  db: Database,
  orgId: string,
  spaceId: string,
  after: Place | undefined,
): Promise<Place[]> {
  const { id, createdAt } = documents;
  return db
    .select({ id, createdAt })
    .from(documents)
    .where(
      and(
        eq(documents.orgId, orgId),
        eq(documents.spaceId, spaceId),
        after && or(gt(createdAt, after.createdAt), and(eq(createdAt, after.createdAt), gt(id, after.id))),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(PAGE);
}

/** A document with its text, outline and chunks. */
export interface StoredDocument {
  readonly row: DocumentRow;
  /** The filename of the archive that it is a file of. */
  readonly partOf: string | null;
  readonly text: string;
  readonly outline: readonly OutlineEntry[];
  readonly chunks: readonly ChunkRow[];
}

/** Reads a consistent snapshot of a document. Returns undefined if it is gone. */
export async function readDocument(
  db: Database,
  orgId: string,
  documentId: string,
): Promise<StoredDocument | undefined> {
  return db.transaction(
    async (tx) => {
      const [row] = await tx
        .select()
        .from(documents)
        .where(and(eq(documents.orgId, orgId), eq(documents.id, documentId)));
      if (!row) return undefined;
      const [found] = await tx
        .select()
        .from(documentTexts)
        .where(and(eq(documentTexts.orgId, orgId), eq(documentTexts.documentId, documentId)));
      const chunkRows = await tx
        .select()
        .from(chunks)
        .where(and(eq(chunks.orgId, orgId), eq(chunks.documentId, documentId)))
        .orderBy(asc(chunks.chunkIndex));
      return {
        row,
        partOf: await filenameOf(tx, orgId, row.partOf),
        text: found?.text ?? "",
        outline: found?.outline ?? [],
        chunks: chunkRows,
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function filenameOf(tx: Database, orgId: string, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [row] = await tx
    .select({ filename: documents.filename })
    .from(documents)
    .where(and(eq(documents.orgId, orgId), eq(documents.id, id)));
  return row?.filename ?? null;
}

/** Finds the next evaluation of a space, oldest first. */
export async function nextEvaluation(
  db: Database,
  orgId: string,
  spaceId: string,
  after: Place | undefined,
): Promise<EvaluationRow | undefined> {
  const { id, createdAt } = evaluations;
  const [row] = await db
    .select()
    .from(evaluations)
    .where(
      and(
        eq(evaluations.orgId, orgId),
        eq(evaluations.spaceId, spaceId),
        after && or(gt(createdAt, after.createdAt), and(eq(createdAt, after.createdAt), gt(id, after.id))),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(1);
  return row;
}
