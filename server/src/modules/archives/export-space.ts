import { isDeepStrictEqual } from "node:util";
import type { BlobStore, Clock } from "@quarry/core";
import { loadEmbeddings } from "../../indexes/embeddings/embedding-cache.ts";
import { toBytes } from "../../indexes/embeddings/vector-bytes.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log/log.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import {
  type ChunkRecord,
  type DocumentRecord,
  ENTRIES,
  type EvaluationRecord,
  FOLDERS,
  FORMAT,
  MAX_BYTES,
  type SpaceRecord,
  VERSION,
} from "./archive-format.ts";
import { type EntryToWrite, entryOf, type FolderToWrite, jsonEntry, writeArchive } from "./archive-writer.ts";
import {
  listPlaces,
  nextEvaluation,
  type Place,
  readDocument,
  type StoredDocument,
} from "./exported-rows.ts";

/**
 * Writes a space as an archive, as a stream. Each document is exported in its state at the moment it is read. Documents
 * that are added during the export are included; documents that are deleted before their turn are not.
 */
export type ExportSpace = (space: SpaceRow) => AsyncGenerator<Uint8Array>;

/** Creates the function that exports spaces. */
export function createExportSpace(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  readonly log: Log;
}): ExportSpace {
  const { db, clock, blobs, log } = deps;

  async function* folders(space: SpaceRow, now: Date): AsyncGenerator<FolderToWrite> {
    const { orgId, id } = space;
    const record = jsonEntry(ENTRIES.space, toSpaceRecord(space, now));
    yield { kind: "space", path: FOLDERS.space, entries: [record] };
    let number = 0;
    for await (const place of places(orgId, id)) {
      const entries = await documentEntries(space, place.id);
      if (!entries) continue;
      number += 1;
      yield { kind: "document", path: FOLDERS.document(number), entries };
    }
    number = 0;
    for (let after: Place | undefined; ; ) {
      const evaluation = await nextEvaluation(db, orgId, id, after);
      if (!evaluation) return;
      after = evaluation;
      number += 1;
      const { name, queries } = evaluation;
      const entries = [jsonEntry(ENTRIES.evaluation, { name, queries } satisfies EvaluationRecord)];
      yield { kind: "evaluation", path: FOLDERS.evaluation(number), entries };
    }
  }

  async function* places(orgId: string, spaceId: string): AsyncGenerator<Place> {
    for (let after: Place | undefined; ; ) {
      const page = await listPlaces(db, orgId, spaceId, after);
      yield* page;
      after = page.at(-1);
      if (!after) return;
    }
  }

  /** Returns undefined if the document is gone. */
  async function documentEntries(space: SpaceRow, id: string): Promise<EntryToWrite[] | undefined> {
    for (let last: string | undefined; ; ) {
      const stored = await readDocument(db, space.orgId, id);
      if (!stored) return undefined;
      const { blobKey, fileSize } = stored.row;
      const blob = await blobs.get(blobKey);
      // The file may just have been replaced, so the row is read again.
      if (!blob && last !== blobKey) {
        last = blobKey;
        continue;
      }
      if (!blob) throw new Error(`the original file of document ${id} does not exist`);
      const file = { name: ENTRIES.file, size: fileSize, bytes: blob.bytes };
      // A document that is being processed or rechunked is processed by the importing server.
      const isDone =
        stored.row.status === "COMPLETED" && isDeepStrictEqual(stored.row.chunking, space.chunking);
      if (isDone) return completedEntries(stored, file);
      const status = stored.row.status === "FAILED" ? "FAILED" : "PENDING";
      return [jsonEntry(ENTRIES.document, { ...toRecord(stored), status, content: null }), file];
    }
  }

  async function completedEntries(stored: StoredDocument, file: EntryToWrite): Promise<EntryToWrite[]> {
    const { row, text, outline, chunks } = stored;
    const { orgId, embeddingModel: model, indexingType, warnings } = row;
    const found = await loadEmbeddings(db, orgId, model, [
      ...new Set(chunks.map(({ embeddingHash }) => embeddingHash)),
    ]);
    const vectors = new Map([...found].filter(([, { length }]) => length > 0));
    const dimensions = vectors.values().next().value?.length ?? 0;
    // Vectors that exceed the entry limit are left out; the importing server embeds the texts again.
    const isKept = dimensions > 0 && vectors.size * dimensions * 4 <= MAX_BYTES.vectors;
    const embedding = isKept ? { model, dimensions, vectors: vectors.size } : null;
    const content = {
      indexingType,
      warnings: [...warnings],
      outline: [...outline],
      chunks: chunks.length,
      embedding,
    };
    const places = new Map([...vectors.keys()].map((hash, at) => [hash, at]));
    const lines = chunks.map(({ id, content, context, metadata, embeddingHash }) => {
      // An empty stored vector means that the model refuses the text.
      const place = places.get(embeddingHash) ?? (found.has(embeddingHash) ? null : undefined);
      const vector = embedding && place !== undefined ? { vector: place } : {};
      return `${JSON.stringify({ id, content, context, metadata, ...vector } satisfies ChunkRecord)}\n`;
    });
    return [
      jsonEntry(ENTRIES.document, { ...toRecord(stored), content }),
      file,
      entryOf(ENTRIES.text, Buffer.from(text)),
      entryOf(ENTRIES.chunks, Buffer.from(lines.join(""))),
      ...(embedding ? [vectorsEntry([...vectors.values()], dimensions)] : []),
    ];
  }

  return async function* (space) {
    const now = new Date(clock.now());
    try {
      yield* writeArchive(folders(space, now), now);
    } catch (error) {
      // The response has started, so the caller only sees an archive that ends early.
      log.error("an export failed", error, { spaceId: space.id });
      throw error;
    }
  };
}

function vectorsEntry(vectors: readonly Float32Array[], dimensions: number): EntryToWrite {
  return { name: ENTRIES.vectors, size: vectors.length * dimensions * 4, bytes: vectors.map(toBytes) };
}

function toSpaceRecord(space: SpaceRow, now: Date): SpaceRecord {
  const { name, slug, icon, description, metadata, chunking, vectorWeight } = space;
  return {
    format: FORMAT,
    version: VERSION,
    exportedAt: now.toISOString(),
    space: { name, slug, icon, description, metadata, chunking: chunking ?? {}, ranking: { vectorWeight } },
  };
}

function toRecord({ row, partOf }: StoredDocument): Omit<DocumentRecord, "content"> {
  const { filename, mimeType, declaredMimeType, title, status, errorMessage, metadata } = row;
  return {
    ...(partOf === null ? {} : { partOf }),
    ...{ filename, mimeType, declaredMimeType, title, status, errorMessage, metadata },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
