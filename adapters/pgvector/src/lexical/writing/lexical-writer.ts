import type { LexicalDocument, LexicalWriter, Selector } from "@quarry/core";
import { sql } from "drizzle-orm";
import type { Rows, Run } from "../../sql/sql-executor.ts";
import { byteColumn, numbers, texts } from "../../sql/sql-values.ts";
import type { Transact } from "../../sql/transactions.ts";
import { encodeHeader } from "../encoding/segment-header.ts";
import { lockDocuments, lockOrganization, lockSpace } from "../storage/locks.ts";
import { dropSegments, portions, storeRows, storeSegment } from "../storage/segment-rows.ts";
import {
  LEXICAL_VERSION,
  type PreparedDocument,
  type PreparedSegment,
  prepareSegments,
} from "./prepare-segments.ts";

const DOCUMENTS_PER_STATEMENT = 10_000;

/**
 * Creates the index's writes.
 * @param transact Runs the statements of one write in a transaction; text analysis happens before it begins.
 * @param changed Called after commit with every space that got a segment or lost documents.
 */
export function lexicalWriter(
  transact: Transact,
  changed: (orgId: string, spaceId: string) => void,
): LexicalWriter {
  return {
    async replaceDocuments(orgId, documents) {
      assertOwnership(orgId, documents);
      // Of two versions of a document in one call the later wins.
      const latest = new Map(documents.map((document) => [document.documentId, document]));
      if (latest.size === 0) return;
      const segments = await prepareSegments(latest.values());
      const spaceIds = new Set(segments.map(({ spaceId }) => spaceId));
      const left = await transact(async (run) => {
        await lockDocuments(run, orgId, spaceIds, latest.keys());
        const spaces = await retireDocuments(run, orgId, [...latest.keys()]);
        for (const segment of segments) await store(run, orgId, segment);
        return spaces;
      });
      for (const spaceId of new Set([...spaceIds, ...left])) changed(orgId, spaceId);
    },

    async delete(selector) {
      const left = await transact((run) => remove(run, selector));
      for (const spaceId of left) changed(selector.orgId, spaceId);
    },
  };
}

function assertOwnership(orgId: string, documents: readonly LexicalDocument[]): void {
  for (const { documentId, entries } of documents)
    for (const entry of entries)
      if (entry.orgId !== orgId || entry.documentId !== documentId)
        throw new Error(`Chunk ${entry.id} does not belong to document ${documentId}`);
}

/** Retires the current versions of documents; returns the spaces they were in. */
async function retireDocuments(
  run: Run,
  orgId: string,
  documentIds: readonly string[],
): Promise<Set<string>> {
  const retired = await run(sql`
    with retired as (
      delete from lexical_documents where org_id = ${orgId} and document_id = any(${texts(documentIds)})
      returning space_id, write_no
    ), marked as (
      insert into lexical_dead (org_id, space_id, write_no) select ${orgId}, space_id, write_no from retired
    )
    select space_id, write_no from retired`);
  await dropChunks(run, orgId, retired);
  return new Set(retired.map((row) => String(row.space_id)));
}

async function store(run: Run, orgId: string, segment: PreparedSegment): Promise<void> {
  const { spaceId, documents, rows, directory } = segment;
  const drawn = await run(
    sql`select nextval('lexical_numbers') as number from generate_series(1, ${documents.length + 1})`,
  );
  const [segmentId = 0, ...writeNos] = drawn.map((row) => Number(row.number)).sort((a, b) => a - b);
  const numbered = documents.map((document, at) => ({ ...document, writeNo: writeNos[at] as number }));
  await storeDocuments(run, orgId, spaceId, numbered);
  await storeChunks(run, orgId, numbered);
  const chunkCount = documents.reduce((sum, { chunks }) => sum + chunks.length, 0);
  const header = encodeHeader(numbered, directory);
  await storeSegment(run, { orgId, spaceId, segmentId, chunkCount, header });
  await storeRows(run, orgId, segmentId, rows);
}

type NumberedDocument = PreparedDocument & { readonly writeNo: number };

async function storeDocuments(
  run: Run,
  orgId: string,
  spaceId: string,
  documents: readonly NumberedDocument[],
): Promise<void> {
  const column = (pick: (document: NumberedDocument) => number, type: "int" | "bigint" = "int") =>
    numbers(documents.map(pick), type);
  await run(sql`
    insert into lexical_documents
      (org_id, write_no, space_id, document_id, generation, version, chunk_count, metadata)
    select ${orgId}, write_no, ${spaceId}, document_id, generation, ${LEXICAL_VERSION}::smallint, chunk_count,
      metadata::jsonb
    from unnest(
      ${column(({ writeNo }) => writeNo, "bigint")}, ${texts(documents.map(({ documentId }) => documentId))},
      ${column(({ generation }) => generation)}, ${column(({ chunks }) => chunks.length)},
      ${texts(documents.map(({ metadata }) => JSON.stringify(metadata)))}
    ) as rows(write_no, document_id, generation, chunk_count, metadata)`);
}

async function storeChunks(run: Run, orgId: string, documents: readonly NumberedDocument[]): Promise<void> {
  const chunks = documents.flatMap(({ writeNo, chunks }) =>
    chunks.map((chunk, ordinal) => ({ ...chunk, writeNo, ordinal })),
  );
  for (const part of portions(chunks, ({ words }) => words.length)) {
    const { blob, starts, lengths } = byteColumn(part.map(({ words }) => words));
    const writeNos = numbers(
      part.map(({ writeNo }) => writeNo),
      "bigint",
    );
    const ordinals = numbers(
      part.map(({ ordinal }) => ordinal),
      "int",
    );
    await run(sql`
      insert into lexical_chunks (org_id, write_no, ordinal, id, words)
      select ${orgId}, write_no, ordinal, id, substring(${blob} from start for length)
      from unnest(${writeNos}, ${ordinals}, ${texts(part.map(({ id }) => id))}, ${starts}, ${lengths})
        as rows(write_no, ordinal, id, start, length)`);
  }
}

/** Deletes what a selector names; returns the spaces with more retired documents. */
async function remove(run: Run, selector: Selector): Promise<Iterable<string>> {
  const { orgId } = selector;
  if ("documentId" in selector) {
    await lockDocuments(run, orgId, [], [selector.documentId]);
    return retireDocuments(run, orgId, [selector.documentId]);
  }
  if ("spaceId" in selector) {
    await lockSpace(run, orgId, selector.spaceId);
    await removeSpace(run, orgId, selector.spaceId);
    return [];
  }
  await lockOrganization(run, orgId);
  for (const table of ["segments", "pages", "lists", "dead", "chunks", "documents"])
    await run(sql`delete from ${sql.identifier(`lexical_${table}`)} where org_id = ${orgId}`);
  return [];
}

async function removeSpace(run: Run, orgId: string, spaceId: string): Promise<void> {
  const inSpace = sql`org_id = ${orgId} and space_id = ${spaceId}`;
  const segments = await run(sql`select segment_id from lexical_segments where ${inSpace}`);
  const segmentIds = segments.map((row) => Number(row.segment_id));
  await dropSegments(run, orgId, segmentIds);
  // Documents before chunks, the order in which single documents are retired; another order could deadlock.
  const gone = await run(sql`delete from lexical_documents where ${inSpace} returning write_no`);
  await dropChunks(run, orgId, gone);
  await run(sql`delete from lexical_dead where ${inSpace}`);
}

async function dropChunks(run: Run, orgId: string, documents: Rows): Promise<void> {
  for (let start = 0; start < documents.length; start += DOCUMENTS_PER_STATEMENT) {
    const part = documents.slice(start, start + DOCUMENTS_PER_STATEMENT);
    const writeNos = numbers(
      part.map((row) => Number(row.write_no)),
      "bigint",
    );
    await run(sql`delete from lexical_chunks where org_id = ${orgId} and write_no = any(${writeNos})`);
  }
}
