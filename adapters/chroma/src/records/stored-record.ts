import { createHash } from "node:crypto";
import type { VectorRecord } from "@quarry/core";
import type { Metadata as ChromaMetadata } from "chromadb";
import { flattenMetadata } from "./flat-metadata.ts";
import { normalised } from "./vectors.ts";

/** A row as Chroma returns it, with the requested parts. */
export interface StoredRow {
  readonly id: string;
  readonly metadata?: ChromaMetadata | null;
  readonly embedding?: readonly number[] | null;
}

/** Metadata of a record in Chroma: its place, flat fields, and the document's metadata as one JSON string. */
export function storedMetadata(record: VectorRecord): ChromaMetadata {
  const { spaceId, documentId, generation, metadata } = record;
  return {
    ...flattenMetadata(metadata),
    spaceId,
    documentId,
    generation,
    metadata: JSON.stringify(metadata),
  };
}

/** As `storedMetadata`, with a digest of the vector. Write it only together with the vector. */
export function storedMetadataAndDigest(record: VectorRecord): ChromaMetadata {
  return { ...storedMetadata(record), digest: digestOf(record.vector) };
}

/** Returns true when a row was stored with exactly this vector. */
export function hasVector({ metadata }: StoredRow, vector: Float32Array): boolean {
  return metadata?.digest === digestOf(vector);
}

function digestOf({ buffer, byteOffset, byteLength }: Float32Array): string {
  return createHash("sha256")
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest("base64url");
}

/** Returns the document's metadata of a row. */
export function metadataOf({ metadata }: StoredRow): VectorRecord["metadata"] {
  return JSON.parse(String(metadata?.metadata ?? "{}"));
}

/** Returns the space and document of a row. */
export function placeOf({ metadata }: StoredRow): { readonly spaceId: string; readonly documentId: string } {
  return { spaceId: String(metadata?.spaceId), documentId: String(metadata?.documentId) };
}

/** Returns the stored record, with its vector scaled to length 1. */
export function recordOf(row: StoredRow, orgId: string, model: string): VectorRecord {
  return {
    id: row.id,
    orgId,
    ...placeOf(row),
    generation: Number(row.metadata?.generation),
    model,
    vector: Float32Array.from(normalised(row.embedding ?? [])),
    metadata: metadataOf(row),
  };
}
