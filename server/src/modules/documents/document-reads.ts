import { type BlobStore, type ByteRange, type Clock, QuarryError } from "@quarry/core";
import type { Document, DocumentChunk, OutlineHeading, PageOf } from "@quarry/schema";
import type { Indexer } from "../../indexes/delivery/indexer.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { type PageRequest, toPage } from "../../platform/paging.ts";
import { withMembers } from "../../records/documents/archive-document.ts";
import {
  findMemberStates,
  listChangedMembers,
  mayHaveMembers,
} from "../../records/documents/archive-members.ts";
import { type ChunkSelection, countChunksOn, listChunks } from "../../records/documents/chunk-rows.ts";
import {
  type DocumentSelection,
  isSelected,
  type MetadataCondition,
} from "../../records/documents/document-filter.ts";
import { listCompleted, listDocuments } from "../../records/documents/document-lists.ts";
import { type DocumentRow, findByFilenames, findDocuments } from "../../records/documents/document-rows.ts";
import { requireDocument } from "../../records/documents/require-document.ts";
import { readSelected } from "../../records/documents/selected-documents.ts";
import type { TextPart } from "../../records/documents/text-part.ts";
import { createTextReader, whileTextChanges } from "../../records/documents/text-pieces.ts";
import { createFindTextPart, findOutline } from "../../records/documents/text-rows.ts";
import { toDocument, toDocumentChunk } from "../../records/documents/to-document.ts";
import { toOutlineTree } from "../../records/documents/to-outline-tree.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import type { DocumentToSend } from "./content-response.ts";

/** Reads documents. A space is named by id or slug; an archived space is not found. */
export interface DocumentReads {
  get(scope: TenantScope, space: string | undefined, id: string): Promise<Document>;
  /** Documents of a space by their ids, in this order; skips missing ones. */
  getAll(scope: TenantScope, space: string, ids: readonly string[]): Promise<Document[]>;
  getByFilename(scope: TenantScope, space: string, filename: string): Promise<DocumentToSend>;
  /** A document with part of its extracted text. The part is empty until the document is processed. */
  getWithTextPart(
    scope: TenantScope,
    space: string | undefined,
    id: string,
    wanted: { readonly offset: number; readonly maxChars: number },
  ): Promise<{ readonly document: Document; readonly part: TextPart }>;
  /** Lists the COMPLETED documents in all spaces of the scope, newest first, starting after `beforeId`. */
  listReadable(scope: TenantScope, beforeId: string | undefined, limit: number): Promise<Document[]>;
  list(
    scope: TenantScope,
    space: string,
    selection: DocumentSelection,
    page: PageRequest,
  ): Promise<PageOf<Document>>;
  outline(scope: TenantScope, space: string | undefined, id: string): Promise<OutlineHeading[]>;
  chunks(
    scope: TenantScope,
    space: string | undefined,
    id: string,
    selection: ChunkSelection,
  ): Promise<PageOf<DocumentChunk>>;
  /** The original file, whose bytes are read as a stream. */
  file(scope: TenantScope, space: string | undefined, id: string): Promise<OriginalFile>;
}

/** A document's original file. */
export interface OriginalFile {
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  readonly contentHash: string;
  /** Reads the bytes, or a range of them that lies within the file. */
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

/** Older changes have reached the indexes, unless the vector store is away. */
const NEWLY_CHANGED_MS = 60_000;

/** Creates the reading half of the document service. */
export function createDocumentReads(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly indexer: Indexer;
  readonly toCondition: MetadataCondition;
}): DocumentReads {
  const { db, clock, blobs, indexer, toCondition } = deps;
  const texts = createTextReader(db);
  const findTextPart = createFindTextPart(db, texts);

  /** Callers poll until documents are COMPLETED and then search for them, so the indexes must have them by then. */
  async function settle(rows: readonly DocumentRow[]): Promise<void> {
    const newSince = clock.now() - NEWLY_CHANGED_MS;
    const isNew = (row: DocumentRow) => row.status === "COMPLETED" && row.updatedAt.getTime() > newSince;
    for (const [orgId, changed] of Map.groupBy(rows.filter(isNew), (row) => row.orgId))
      await indexer.settled(
        orgId,
        changed.map(({ id }) => id),
      );
  }

  /** An archive is found by its files. */
  async function settleMembers(row: DocumentRow): Promise<void> {
    if (!mayHaveMembers(row)) return;
    const changed = await listChangedMembers(db, row.orgId, row.id, new Date(clock.now() - NEWLY_CHANGED_MS));
    if (changed.length > 0) await indexer.settled(row.orgId, changed);
  }

  /** The documents of some rows of an organization. */
  async function shownAll(orgId: string, rows: readonly DocumentRow[]): Promise<Document[]> {
    const states = await findMemberStates(db, orgId, rows);
    return rows.map((row) => withMembers(shown(row), states.get(row.id)));
  }

  /** The indexes take seconds for a large document. Until then queries do not find it, so it is not COMPLETED yet. */
  function shown(row: DocumentRow): Document {
    const document = toDocument(row);
    if (row.status !== "COMPLETED" || !indexer.isApplying(row.id)) return document;
    return { ...document, status: "PROCESSING", progress: { stage: "storing" } };
  }

  return {
    async get(scope, space, id) {
      const row = await requireDocument(db, scope, space, id);
      // The files of an archive that are processed by now can be found when this returns.
      const states = await findMemberStates(db, scope.orgId, [row]);
      await settle([row]);
      await settleMembers(row);
      return withMembers(shown(row), states.get(row.id));
    },

    async getAll(scope, space, ids) {
      const { id: spaceId } = await requireActiveSpace(db, scope, space);
      const found = await findDocuments(db, scope.orgId, ids);
      const rows = ids.flatMap((id) => found.get(id) ?? []).filter((row) => row.spaceId === spaceId);
      await settle(rows);
      return shownAll(scope.orgId, rows);
    },

    async getByFilename(scope, space, filename) {
      const { id: spaceId } = await requireActiveSpace(db, scope, space);
      const row = (await findByFilenames(db, scope.orgId, spaceId, [filename])).get(filename);
      if (!row)
        throw new QuarryError("not_found", `The space has no document named ${JSON.stringify(filename)}.`);
      await settle([row]);
      const { id, status, metadata, mimeType, sizeBytes, fileSize, createdAt, updatedAt } = shown(row);
      const size = { sizeBytes, fileSize };
      const document = { id, filename, status, metadata, mimeType, ...size, createdAt, updatedAt };
      return { document, pieces: texts.pieces(scope.orgId, id, row.generation) };
    },

    async getWithTextPart(scope, space, id, wanted) {
      const read = async () => {
        const row = await requireDocument(db, scope, space, id);
        return { document: toDocument(row), part: await findTextPart(row, wanted) };
      };
      return whileTextChanges(read);
    },

    async listReadable(scope, beforeId, limit) {
      const rows = await listCompleted(db, scope, beforeId, limit);
      await settle(rows);
      return shownAll(scope.orgId, rows);
    },

    async list(scope, space, selection, page) {
      const { id } = await requireActiveSpace(db, scope, space);
      const selected = isSelected(selection, toCondition);
      const { rows, total } = await readSelected(db, selection, (limited) =>
        listDocuments(limited, scope.orgId, id, selected, page),
      );
      await settle(rows);
      return toPage(await shownAll(scope.orgId, rows), total, page);
    },

    async outline(scope, space, id) {
      await requireDocument(db, scope, space, id);
      return toOutlineTree(await findOutline(db, scope.orgId, id));
    },

    async chunks(scope, space, id, selection) {
      const { chunkCount } = await requireDocument(db, scope, space, id);
      const { onPage } = selection;
      const rows = await listChunks(db, scope.orgId, id, selection);
      const total = onPage === undefined ? chunkCount : await countChunksOn(db, scope.orgId, id, onPage);
      return toPage(rows.map(toDocumentChunk), total, selection);
    },

    file: async (scope, space, id) => originalFile(blobs, await requireDocument(db, scope, space, id)),
  };
}

function originalFile(
  blobs: BlobStore,
  { id, blobKey, filename, mimeType, fileSize: size, contentHash }: DocumentRow,
): OriginalFile {
  return {
    filename,
    mimeType,
    size,
    contentHash,
    async read(range) {
      const blob = await blobs.get(blobKey, range);
      if (blob) return blob.bytes;
      throw new QuarryError("not_found", `The original file of document ${id} no longer exists.`);
    },
  };
}
