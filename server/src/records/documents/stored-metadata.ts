import type { Metadata } from "@quarry/schema";

/**
 * Metadata as the database returns it: `jsonb` orders keys by their length in bytes, then by their bytes, and has no -0.
 * So an answer is the same before and after a restart, and in every process.
 */
export function storedMetadata(metadata: Metadata): Metadata {
  return stored(metadata) as Metadata;
}

function stored(value: unknown): unknown {
  if (value === 0) return 0;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(stored);
  const entries = Object.entries(value).map(([key, inner]) => ({
    key,
    bytes: Buffer.byteLength(key),
    inner,
  }));
  entries.sort((a, b) => a.bytes - b.bytes || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  return Object.fromEntries(entries.map(({ key, inner }) => [key, stored(inner)]));
}
