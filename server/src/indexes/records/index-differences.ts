import type { LexicalIndex, VectorStore } from "@quarry/core";
import { and, count, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { chunks, documents, spaces } from "../../platform/database/tables/document-tables.ts";
import { embeddings } from "../../platform/database/tables/index-tables.ts";
import { organizations } from "../../platform/database/tables/organization-tables.ts";
import { DESCRIPTIONS, descriptionGeneration } from "./index-records.ts";

/** One of the derived indexes. */
export type IndexKind = "lexical" | "vectors";

/** A difference between a derived index, or the catalogue of live rows, and the database. */
export interface IndexDifference {
  readonly orgId: string;
  readonly index: IndexKind | "catalogue";
  readonly subject: "document" | "description";
  /** The id of the document, or of the space with the description. */
  readonly id: string;
  /** `leftover`: it no longer exists in the database. `stale`: it is another generation, or incomplete. */
  readonly problem: "missing" | "stale" | "leftover";
  /** What both sides held. It differs between two checks when the subject changed in the meantime. */
  readonly evidence: string;
}

/** Documents per statement. */
const BATCH = 500;

/** What an index must hold of a document, or holds. */
export interface Expected {
  readonly generation: number;
  readonly chunkCount: number;
}

/** What is compared. */
export interface ComparedIndexes {
  readonly db: Database;
  readonly lexical: LexicalIndex;
  readonly vectors: VectorStore;
  /** Lists the documents of the vector store, where that is faster than a scan of all vectors. */
  readonly vectorDocuments?: ((orgId: string) => Iterable<Expected & { documentId: string }>) | undefined;
  /** The COMPLETED documents by organization, when they are known. */
  readonly expected?: ReadonlyMap<string, ReadonlyMap<string, Expected>> | undefined;
}

/** Compares the documents and descriptions of every organization with the given indexes. */
export async function* findDifferences(
  deps: ComparedIndexes,
  kinds: readonly IndexKind[],
): AsyncGenerator<IndexDifference> {
  const rows = await deps.db.select({ id: organizations.id }).from(organizations);
  for (const { id: orgId } of rows) {
    const expected = deps.expected
      ? (deps.expected.get(orgId) ?? new Map())
      : await expectedDocuments(deps.db, orgId);
    if (kinds.includes("lexical")) yield* lexicalDifferences(deps, orgId, expected);
    if (kinds.includes("vectors")) yield* vectorDifferences(deps, orgId, expected);
  }
}

async function expectedDocuments(db: Database, orgId: string): Promise<Map<string, Expected>> {
  const rows = await db
    .select({ id: documents.id, generation: documents.generation, chunkCount: documents.chunkCount })
    .from(documents)
    .where(and(eq(documents.orgId, orgId), eq(documents.status, "COMPLETED")));
  return new Map(rows.map(({ id, ...expected }) => [id, expected]));
}

async function* lexicalDifferences(
  { db, lexical }: { readonly db: Database; readonly lexical: LexicalIndex },
  orgId: string,
  expected: ReadonlyMap<string, Expected>,
): AsyncGenerator<IndexDifference> {
  const active = and(eq(spaces.orgId, orgId), eq(spaces.isArchived, false));
  const described = new Map(
    (await db.select().from(spaces).where(active)).map((space) => [
      space.id,
      { generation: descriptionGeneration(space), chunkCount: 1 },
    ]),
  );
  const held = { document: new Map<string, Expected>(), description: new Map<string, Expected>() };
  for await (const { documentId, spaceId, ...found } of lexical.documents(orgId))
    held[spaceId === DESCRIPTIONS ? "description" : "document"].set(documentId, found);
  const base = { orgId, index: "lexical" as const };
  for (const found of compare(expected, held.document)) yield { ...base, subject: "document", ...found };
  for (const found of compare(described, held.description))
    yield { ...base, subject: "description", ...found };
}

async function* vectorDifferences(
  { db, vectors, vectorDocuments }: ComparedIndexes,
  orgId: string,
  expected: ReadonlyMap<string, Expected>,
): AsyncGenerator<IndexDifference> {
  const held = new Map<string, Expected>();
  const add = (documentId: string, generation: number, chunkCount: number) => {
    const before = held.get(documentId);
    // One chunk of an older generation makes the whole document stale.
    const oldest = Math.min(generation, before?.generation ?? generation);
    held.set(documentId, { generation: oldest, chunkCount: (before?.chunkCount ?? 0) + chunkCount });
  };
  if (vectorDocuments)
    for (const found of vectorDocuments(orgId)) add(found.documentId, found.generation, found.chunkCount);
  else for await (const record of vectors.scan(orgId)) add(record.documentId, record.generation, 1);
  const differing = [...compare(expected, held)];
  for (let start = 0; start < differing.length; start += BATCH) {
    const batch = differing.slice(start, start + BATCH);
    const searchable = await countSearchable(
      db,
      orgId,
      batch.map(({ id }) => id),
    );
    for (const difference of batch) {
      const { id } = difference;
      const found = held.get(id);
      const isOld = found !== undefined && found.generation !== expected.get(id)?.generation;
      if (isOld || (searchable.get(id) ?? 0) !== (found?.chunkCount ?? 0))
        yield { orgId, index: "vectors", subject: "document", ...difference };
    }
  }
}

/**
 * Counts the chunks that a vector store holds of COMPLETED documents, by document id. It holds no chunks without an
 * embedding or with an all-zero one.
 */
async function countSearchable(
  db: Database,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const { vector } = embeddings;
  const rows = await db
    .select({ id: documents.id, chunkCount: count() })
    .from(documents)
    .innerJoin(chunks, and(eq(chunks.orgId, orgId), eq(chunks.documentId, documents.id)))
    .innerJoin(
      embeddings,
      and(
        eq(embeddings.orgId, orgId),
        eq(embeddings.model, documents.embeddingModel),
        eq(embeddings.hash, chunks.embeddingHash),
      ),
    )
    .where(
      and(
        eq(documents.orgId, orgId),
        eq(documents.status, "COMPLETED"),
        sql`${documents.id} = any(${sql.param([...ids])}::text[])`,
        sql`${vector} <> decode(repeat('00', octet_length(${vector})), 'hex')`,
      ),
    )
    .groupBy(documents.id);
  return new Map(rows.map(({ id, chunkCount }) => [id, chunkCount]));
}

function* compare(
  expected: ReadonlyMap<string, Expected>,
  held: ReadonlyMap<string, Expected>,
): Generator<Pick<IndexDifference, "id" | "problem" | "evidence">> {
  for (const [id, row] of expected) {
    const found = held.get(id);
    const difference = { id, evidence: evidenceOf(row, found) };
    if (!found) {
      if (row.chunkCount > 0) yield { ...difference, problem: "missing" };
    } else if (found.generation !== row.generation || found.chunkCount !== row.chunkCount)
      yield { ...difference, problem: "stale" };
  }
  for (const [id, found] of held)
    if (!expected.has(id)) yield { id, problem: "leftover", evidence: evidenceOf(undefined, found) };
}

/** Describes what the database and an index hold of one subject. */
export function evidenceOf(row: object | undefined, found: object | undefined): string {
  return JSON.stringify([row ?? null, found ?? null]);
}
