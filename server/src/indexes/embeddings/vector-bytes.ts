/** Encodes an embedding for the database as little-endian float32. */
export function toBytes(vector: Float32Array): Uint8Array {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** Decodes an embedding from the database. */
export function fromBytes(bytes: Uint8Array): Float32Array {
  // Copies, because a Float32Array view must start at a multiple of four and the driver's buffer may not.
  const copy = bytes.slice();
  return new Float32Array(copy.buffer, 0, copy.byteLength / 4);
}
