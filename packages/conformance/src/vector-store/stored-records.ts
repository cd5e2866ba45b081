import type { VectorRecord, VectorStore } from "@quarry/core";
import { cosine } from "./exact-answer.ts";

/** All that a store has of an organization, by ascending id. */
export async function storedRecords(store: VectorStore, orgId: string): Promise<VectorRecord[]> {
  const records: VectorRecord[] = [];
  for await (const record of store.scan(orgId)) records.push(record);
  return byId(records);
}

/** Records without their vectors, by ascending id, for comparing. */
export function withoutVectors(records: readonly VectorRecord[]): Omit<VectorRecord, "vector">[] {
  return byId(records).map(({ id, orgId, spaceId, documentId, generation, model, metadata }) => ({
    ...{ id, orgId, spaceId, documentId, generation, model, metadata },
  }));
}

/** Ids of stored records whose vectors are not what was put, or have not length 1. */
export function wrongVectors(stored: readonly VectorRecord[], put: readonly VectorRecord[]): string[] {
  const vectors = new Map(put.map(({ id, vector }) => [id, vector]));
  return stored.filter(({ id, vector }) => !isSame(vector, vectors.get(id))).map(({ id }) => id);
}

function isSame(stored: Float32Array, put: Float32Array | undefined): boolean {
  if (!(stored instanceof Float32Array) || stored.length !== put?.length) return false;
  return Math.abs(Math.hypot(...stored) - 1) <= 1e-3 && (cosine(stored, put) ?? 0) >= 0.9999;
}

function byId(records: readonly VectorRecord[]): VectorRecord[] {
  return records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
