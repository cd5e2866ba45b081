import type { BlobStore, ByteRange } from "@quarry/core";

/** Generates `length` bytes; each `seed` gives different content. */
export function content(length: number, seed = 0): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8) + seed * 7) % 256);
}

/** Streams `bytes` in chunks of `size`. */
export async function* streamOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a file or a range of it. Returns null for an unknown key. */
export async function readAll(store: BlobStore, key: string, range?: ByteRange): Promise<Uint8Array | null> {
  const blob = await store.get(key, range);
  if (!blob) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of blob.bytes) chunks.push(chunk);
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** True if both have the same bytes; faster than a deep comparison by the test runner. */
export function isSame(actual: Uint8Array | null, expected: Uint8Array): boolean {
  return actual?.length === expected.length && expected.every((byte, at) => actual[at] === byte);
}

/** Returns all keys in ascending order. */
export async function keysOf(store: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
}
