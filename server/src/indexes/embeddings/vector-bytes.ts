/** An embedding as the database keeps it: little-endian float32. */
export function toBytes(vector: Float32Array): Uint8Array {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** The embedding behind the database's bytes. */
export function fromBytes(bytes: Uint8Array): Float32Array {
  // A copy, because a view must start at a multiple of four and the driver's buffer need not.
  const copy = bytes.slice();
  return new Float32Array(copy.buffer, 0, copy.byteLength / 4);
}
