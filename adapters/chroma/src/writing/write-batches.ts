import type { VectorRecord } from "@quarry/core";

/** Well below Chroma's default limit of 40 MB per request. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Splits records into batches that the server accepts. */
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

/**
 * Estimates the size of a record: four bytes per number in base64, and up to three bytes per character of metadata.
 */
function bytesOf({ vector, metadata }: VectorRecord): number {
  return vector.length * 6 + JSON.stringify(metadata).length * 4 + 500;
}
