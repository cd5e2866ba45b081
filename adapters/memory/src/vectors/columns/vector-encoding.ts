/** Numbers of stored vectors; each is multiplied by its vector's scale. */
export type VectorNumbers = Float32Array | Int16Array;

/** How vectors of one length are stored. */
export interface VectorEncoding {
  readonly bytesPerNumber: number;
  allocate(count: number): VectorNumbers;
  /** Views bytes of a file, which start at a multiple of four. */
  view(bytes: Uint8Array): VectorNumbers;
  /** Writes a vector of length 1 into `numbers` from `start` on. Returns its scale. */
  encode(vector: Float32Array, numbers: VectorNumbers, start: number): number;
}

/**
 * Vectors of at least this length are stored in 16 bits a number. Their cosines are off by about 2e-6, by up to 2e-5 where
 * one number is far larger than all others.
 */
const COMPACT_FROM = 256;
const LARGEST = 32_767;

const WHOLE: VectorEncoding = {
  bytesPerNumber: 4,
  allocate: (count) => new Float32Array(count),
  view: ({ buffer, byteOffset, byteLength }) => new Float32Array(buffer, byteOffset, byteLength / 4),
  encode(vector, numbers, start) {
    numbers.set(vector, start);
    return 1;
  },
};

const COMPACT: VectorEncoding = {
  bytesPerNumber: 2,
  allocate: (count) => new Int16Array(count),
  view: ({ buffer, byteOffset, byteLength }) => new Int16Array(buffer, byteOffset, byteLength / 2),
  encode(vector, numbers, start) {
    let most = 0;
    for (let at = 0; at < vector.length; at += 1) most = Math.max(most, Math.abs(vector[at] as number));
    // In 32 bits, as the scale is stored, so that equal vectors always have equal numbers.
    const scale = Math.fround(most / LARGEST);
    const factor = scale > 0 ? 1 / scale : 0;
    for (let at = 0; at < vector.length; at += 1)
      numbers[start + at] = Math.max(
        -LARGEST,
        Math.min(LARGEST, Math.round((vector[at] as number) * factor)),
      );
    return scale;
  },
};

/** Returns the encoding for vectors of `dimensions` numbers. */
export function encodingOf(dimensions: number): VectorEncoding {
  return dimensions >= COMPACT_FROM ? COMPACT : WHOLE;
}
