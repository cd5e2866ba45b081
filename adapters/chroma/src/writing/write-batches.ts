import type { VectorRecord } from "@quarry/core";

/** Chroma takes 40 MB in one request unless told otherwise. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Cuts records into requests that the server takes. */
export function batchesOf(records: readonly VectorRecord[], maxRecords: number): VectorRecord[][] {
  const batches: VectorRecord[][] = [];
  let [batch, bytes]: [VectorRecord[], number] = [[], 0];
  for (const record of records) {
    const size = bytesOf(record);
    if (batch.length > 0 && (batch.length >= maxRecords || bytes + size > MAX_BYTES)) {
      batches.push(batch);
      [batch, bytes] = [[], 0];
    }
    batch.push(record);
    bytes += size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** About as much as a record takes: four bytes a number in base 64, metadata in up to three bytes a letter. */
function bytesOf({ vector, metadata }: VectorRecord): number {
  return vector.length * 6 + JSON.stringify(metadata).length * 4 + 500;
}
