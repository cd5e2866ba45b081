import type { VectorRecord, VectorStore } from "@quarry/core";
import { cosine } from "./exact-answer.ts";

/** Returns all records of an organization, by ascending id. */
export async function storedRecords(store: VectorStore, orgId: string): Promise<VectorRecord[]> {
  const records: VectorRecord[] = [];
  for await (const record of store.scan(orgId)) records.push(record);
  return byId(records);
}

/** Returns records without their vectors, by ascending id. */
export function withoutVectors(records: readonly VectorRecord[]): Omit<VectorRecord, "vector">[] {
  return byId(records).map(({ id, orgId, spaceId, documentId, generation, model, metadata }) => ({
    ...{ id, orgId, spaceId, documentId, generation, model, metadata },
  }));
}

/** Returns the ids of stored records whose vectors differ from the written ones or are not normalized. */
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
