/** FNV-1a, 32 bits. */
function hash(text: string, seed: number): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}

/**
 * A unit vector computed from the words of `text`: equal texts give equal vectors, and texts that share words are close
 * together.
 */
export function hashedVector(text: string, dimensions: number): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    for (let turn = 0; turn < 8; turn++) {
      const value = hash(word, turn * 0x9e3779b1);
      const at = (value >>> 1) % dimensions;
      vector[at] = (vector[at] ?? 0) + (value & 1 ? 1 : -1);
    }
  }
  const length = Math.hypot(...vector);
  if (length === 0) vector[hash(text, 1) % dimensions] = 1;
  return length === 0 ? vector : vector.map((value) => value / length);
}
