import { type Metadata, PageRectangles } from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import { embeddingHash, embeddingText } from "../../indexes/embeddings/embedding-text.ts";
import { fromBytes } from "../../indexes/embeddings/vector-bytes.ts";
import type { KnownVectors } from "../../ingest/embed/embed-documents.ts";
import type { PreparedChunk, PreparedDocument } from "../../ingest/prepare/prepare-document.ts";
import type { ReceivedFile } from "../../ingest/receive/received-file.ts";
import { ChunkRecord, DocumentRecord, ENTRIES, MAX_BYTES } from "./archive-format.ts";
import { type ArchiveReader, checkOf, parseRecord } from "./archive-reader.ts";
import { brokenArchive } from "./broken-archive.ts";

/** A document that was read from an archive. */
export interface ArchivedDocument {
  readonly record: DocumentRecord;
  readonly file: ReceivedFile;
  /** The text and chunks of a COMPLETED document. */
  readonly prepared: PreparedDocument | undefined;
  /** The chunks' ids on the exporting server. */
  readonly chunkIds: readonly string[];
  /** The vectors in the archive. Their hashes are computed from the texts here, not taken from the archive. */
  readonly vectors: KnownVectors | undefined;
  /** Approximate memory use, in bytes. */
  readonly bytes: number;
}

const areRectangles = checkOf(Type.Array(PageRectangles));

type Content = NonNullable<DocumentRecord["content"]>;

/**
 * Reads the folder of a document.
 * @param receive Stores the original file.
 * @throws QuarryError `invalid_request` when the folder does not follow docs/archive-format.md.
 */
export async function readArchivedDocument(
  reader: ArchiveReader,
  folder: string,
  receive: (pieces: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>,
): Promise<ArchivedDocument> {
  const record = await reader.json(`${folder}/${ENTRIES.document}`, MAX_BYTES.document, DocumentRecord);
  if ((record.status === "COMPLETED") !== (record.content !== null))
    throw brokenArchive(
      `${folder}/${ENTRIES.document}: a COMPLETED document must have content, and no other may`,
    );
  const file = await reader.pieces(`${folder}/${ENTRIES.file}`, receive);
  const { content } = record;
  if (!content) {
    await reader.endFolder(folder);
    return { record, file, prepared: undefined, chunkIds: [], vectors: undefined, bytes: 0 };
  }
  const text = await reader.text(`${folder}/${ENTRIES.text}`, MAX_BYTES.text);
  const { records, chunks } = await readChunks(reader, folder, content);
  const vectors = await readVectors(reader, folder, content, records, chunks);
  await reader.endFolder(folder);
  const { mimeType, title } = record;
  const { indexingType, warnings, outline } = content;
  return {
    ...{ record, file, vectors, chunkIds: records.map(({ id }) => id) },
    prepared: { mimeType, title, text, indexingType, warnings, outline, chunks },
    bytes: 4 * text.length + 4 * (vectors?.dimensions ?? 0) * (vectors?.byHash.size ?? 0),
  };
}

async function readChunks(
  reader: ArchiveReader,
  folder: string,
  { chunks: count, outline }: Content,
): Promise<{ readonly records: readonly ChunkRecord[]; readonly chunks: readonly PreparedChunk[] }> {
  const name = `${folder}/${ENTRIES.chunks}`;
  const lines = (await reader.text(name, MAX_BYTES.chunks)).split("\n");
  if (lines.pop() !== "" || lines.length !== count)
    throw brokenArchive(`${name} must have ${count} lines, as ${ENTRIES.document} states`);
  const records = lines.map((line, at) => parseRecord(`${name}:${at + 1}`, line, checkOf(ChunkRecord)));
  const chunks = records.map((chunk, at) => toPrepared(chunk, `${name}:${at + 1}`));
  const last = Math.max(chunks.length - 1, 0);
  if (outline.some(({ firstChunk, lastChunk }) => Math.max(firstChunk, lastChunk) > last))
    throw brokenArchive(`${folder}/${ENTRIES.document}: its outline refers to chunks that do not exist`);
  return { records, chunks };
}

function toPrepared({ content, context, metadata }: ChunkRecord, name: string): PreparedChunk {
  if (!hasHeadings(metadata)) throw brokenArchive(`${name}: /metadata/headings must be a list of texts`);
  if (metadata.rectangles !== undefined && !areRectangles.Check(metadata.rectangles))
    throw brokenArchive(`${name}: /metadata/rectangles must be a list of pages with their lines`);
  const toEmbed = embeddingText({ headings: metadata.headings, context, content });
  return { content, context, metadata, embeddingText: toEmbed, embeddingHash: embeddingHash(toEmbed) };
}

function hasHeadings(metadata: Metadata): metadata is PreparedChunk["metadata"] {
  const { headings } = metadata;
  return Array.isArray(headings) && headings.every((heading) => typeof heading === "string");
}

async function readVectors(
  reader: ArchiveReader,
  folder: string,
  { embedding }: Content,
  records: readonly ChunkRecord[],
  chunks: readonly PreparedChunk[],
): Promise<KnownVectors | undefined> {
  if (!embedding) return undefined;
  const { model, dimensions, vectors: count } = embedding;
  const name = `${folder}/${ENTRIES.vectors}`;
  const bytes = await reader.bytes(name, MAX_BYTES.vectors);
  const rowBytes = 4 * dimensions;
  if (bytes.byteLength !== count * rowBytes)
    throw brokenArchive(`${name} must hold ${count} vectors of ${dimensions} numbers`);
  const byHash = new Map<string, Float32Array>();
  for (const [at, { vector: place }] of records.entries()) {
    const hash = chunks[at]?.embeddingHash;
    if (hash === undefined || place === undefined) continue;
    if (place !== null && place >= count) throw brokenArchive(`${name} has no vector ${place}`);
    const start = (place ?? 0) * rowBytes;
    const vector = fromBytes(bytes.subarray(start, place === null ? start : start + rowBytes));
    if (!vector.every(Number.isFinite))
      throw brokenArchive(`${name}: vector ${place} holds values that are not finite numbers`);
    byHash.set(hash, vector);
  }
  return { model, dimensions, byHash };
}
