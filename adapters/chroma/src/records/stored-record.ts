import { createHash } from "node:crypto";
import type { VectorRecord } from "@quarry/core";
import type { Metadata as ChromaMetadata } from "chromadb";
import { flattened } from "./flat-metadata.ts";
import { normalised } from "./vectors.ts";

/** What Chroma answers of a record: its own id, and the rest as far as it was asked for. */
export interface StoredRow {
  readonly id: string;
  readonly metadata?: ChromaMetadata | null;
  readonly embedding?: readonly number[] | null;
}

/** What Chroma keeps of a record. Its metadata are flat: the document's stand there whole as one text, too. */
export function storedMetadata(record: VectorRecord): ChromaMetadata {
  const { spaceId, documentId, generation, metadata } = record;
  return { ...flattened(metadata), spaceId, documentId, generation, metadata: JSON.stringify(metadata) };
}

/** The same with a mark of the vector, which is to be written with the vector and never without. */
export function storedMetadataAndDigest(record: VectorRecord): ChromaMetadata {
  return { ...storedMetadata(record), digest: digestOf(record.vector) };
}

/** True when a row was stored with this very vector. */
export function hasVector({ metadata }: StoredRow, vector: Float32Array): boolean {
  return metadata?.digest === digestOf(vector);
}

function digestOf({ buffer, byteOffset, byteLength }: Float32Array): string {
  return createHash("sha256")
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest("base64url");
}

/** The document's metadata of a stored row. */
export function metadataOf({ metadata }: StoredRow): VectorRecord["metadata"] {
  return JSON.parse(String(metadata?.metadata ?? "{}"));
}

/** Where a stored row belongs. */
export function placeOf({ metadata }: StoredRow): { readonly spaceId: string; readonly documentId: string } {
  return { spaceId: String(metadata?.spaceId), documentId: String(metadata?.documentId) };
}

/** The record that was stored, its vector brought to length 1. */
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
