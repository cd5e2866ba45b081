const BITS_PER_KEY = 16;
const PROBES = 6;

/** Builds a Bloom filter over hashed keys; about one in a thousand other keys passes it. */
export function createBloomFilter(keys: ArrayLike<number>): Uint8Array {
  const bits = new Uint8Array(Math.ceil((keys.length * BITS_PER_KEY) / 8));
  const size = bits.length * 8;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as number;
    const step = stepOf(key);
    let place = key >>> 0;
    for (let count = 0; count < PROBES; count++) {
      const bit = bitAt(place, size);
      bits[bit >>> 3] = (bits[bit >>> 3] as number) | (1 << (bit & 7));
      place = (place + step) >>> 0;
    }
  }
  return bits;
}

/** Returns false when the filter was certainly built without the key. */
export function mayHold(bits: Uint8Array, key: number): boolean {
  return mayHoldAt(bits, 0, bits.length, key >>> 0, stepOf(key));
}

/** Precomputes the arguments of `mayHoldAt` for a key. */
export function filterKey(key: number): { readonly low: number; readonly step: number } {
  return { low: key >>> 0, step: stepOf(key) };
}

/**
 * As `mayHold`, for a filter that is part of a larger array and for a precomputed key: a query tests hundreds of
 * thousands of keys.
 */
export function mayHoldAt(bits: Uint8Array, start: number, end: number, low: number, step: number): boolean {
  const size = (end - start) * 8;
  if (size === 0) return false;
  let place = low;
  for (let count = 0; count < PROBES; count++) {
    const bit = bitAt(place, size);
    if (((bits[start + (bit >>> 3)] as number) & (1 << (bit & 7))) === 0) return false;
    place = (place + step) >>> 0;
  }
  return true;
}

function stepOf(key: number): number {
  const high = Math.floor(key / 2 ** 32);
  return Math.imul(high ^ ((key >>> 0) >>> 7), 0x9e3779b1) | 1;
}

/** Scales a 32-bit position to the size of the filter. */
function bitAt(place: number, size: number): number {
  return Math.floor((place * size) / 2 ** 32);
}
