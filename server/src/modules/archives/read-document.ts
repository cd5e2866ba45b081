import type { Metadata } from "@quarry/schema";
import { embeddingHash, embeddingText } from "../../indexes/embeddings/embedding-text.ts";
import { fromBytes } from "../../indexes/embeddings/vector-bytes.ts";
import type { PreparedChunk, PreparedDocument } from "../../ingest/prepare/prepare-document.ts";
import type { ReceivedFile } from "../../ingest/receive/received-file.ts";
import { ChunkRecord, DocumentRecord, ENTRIES, MAX_BYTES } from "./archive-format.ts";
import { type ArchiveReader, checkOf, parseRecord } from "./archive-reader.ts";
import { brokenArchive } from "./broken-archive.ts";

/** A document out of an archive, before it is in the space. */
export interface ArrivedDocument {
  readonly record: DocumentRecord;
  readonly file: ReceivedFile;
  /** What a COMPLETED document was made into. */
  readonly prepared: PreparedDocument | undefined;
  /** Ids of its chunks where it comes from. */
  readonly chunkIds: readonly string[];
  /** Vectors by the hashes of their texts, which the archive does not decide; empty ones of texts that are refused. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Roughly how much memory it takes. */
  readonly bytes: number;
}

/**
 * Reads the folder of a document.
 * @param receive Stores the original file.
 */
export async function readDocument(
  reader: ArchiveReader,
  folder: string,
  receive: (pieces: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>,
): Promise<ArrivedDocument> {
  const record = await reader.json(`${folder}/${ENTRIES.document}`, MAX_BYTES.document, DocumentRecord);
  if ((record.status === "COMPLETED") !== (record.content !== null))
    throw brokenArchive(`${folder}/${ENTRIES.document}: only what is COMPLETED has content`);
  const file = await reader.pieces(`${folder}/${ENTRIES.file}`, receive);
  const { content } = record;
  if (!content) {
    await reader.endFolder(folder);
    return { record, file, prepared: undefined, chunkIds: [], vectors: new Map(), bytes: 0 };
  }
  const text = await reader.text(`${folder}/${ENTRIES.text}`, MAX_BYTES.text);
  const chunksName = `${folder}/${ENTRIES.chunks}`;
  const lines = (await reader.text(chunksName, MAX_BYTES.chunks)).split("\n");
  if (lines.pop() !== "" || lines.length !== content.chunks)
    throw brokenArchive(`${chunksName} does not have the ${content.chunks} lines that the document says`);
  const records = lines.map((line, at) => parseRecord(`${chunksName}:${at + 1}`, line, checkOf(ChunkRecord)));
  const chunks = records.map((chunk, at) => toPrepared(chunk, `${chunksName}:${at + 1}`));
  const last = chunks.length - 1;
  if (
    content.outline.some(({ firstChunk, lastChunk }) => Math.max(firstChunk, lastChunk) > Math.max(last, 0))
  )
    throw brokenArchive(`${folder}/${ENTRIES.document}: its outline names chunks that there are not`);
  const vectors = content.embedding
    ? vectorsOf(
        records,
        chunks,
        content.embedding,
        await reader.bytes(`${folder}/${ENTRIES.vectors}`, MAX_BYTES.vectors),
        `${folder}/${ENTRIES.vectors}`,
      )
    : new Map<string, Float32Array>();
  await reader.endFolder(folder);
  const { mimeType, title } = record;
  const { indexingType, warnings, outline, embedding } = content;
  return {
    ...{ record, file, vectors, chunkIds: records.map(({ id }) => id) },
    prepared: { mimeType, title, text, indexingType, warnings, outline, chunks },
    bytes: 4 * text.length + 4 * (embedding?.dimensions ?? 0) * vectors.size,
  };
}

function toPrepared({ content, context, metadata }: ChunkRecord, name: string): PreparedChunk {
  if (!hasHeadings(metadata)) throw brokenArchive(`${name}: /metadata/headings must be a list of texts`);
  const toEmbed = embeddingText({ headings: metadata.headings, context, content });
  return { content, context, metadata, embeddingText: toEmbed, embeddingHash: embeddingHash(toEmbed) };
}

function hasHeadings(metadata: Metadata): metadata is PreparedChunk["metadata"] {
  const { headings } = metadata;
  return Array.isArray(headings) && headings.every((heading) => typeof heading === "string");
}

function vectorsOf(
  records: readonly ChunkRecord[],
  chunks: readonly PreparedChunk[],
  { dimensions, vectors: count }: { readonly dimensions: number; readonly vectors: number },
  bytes: Uint8Array,
  name: string,
): Map<string, Float32Array> {
  const rowBytes = 4 * dimensions;
  if (bytes.byteLength !== count * rowBytes)
    throw brokenArchive(`${name} does not hold ${count} vectors of ${dimensions} numbers`);
  const vectors = new Map<string, Float32Array>();
  for (const [at, { vector: place }] of records.entries()) {
    const hash = chunks[at]?.embeddingHash;
    if (hash === undefined || place === undefined) continue;
    if (place !== null && place >= count) throw brokenArchive(`${name} has no vector ${place}`);
    const start = (place ?? 0) * rowBytes;
    const vector = fromBytes(bytes.subarray(start, place === null ? start : start + rowBytes));
    if (!vector.every(Number.isFinite))
      throw brokenArchive(`${name}: vector ${place} has numbers that are none`);
    vectors.set(hash, vector);
  }
  return vectors;
}
