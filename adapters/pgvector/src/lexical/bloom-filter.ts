const BITS_PER_KEY = 16;
const PROBES = 6;

/** A filter over keys that are hashes: one in about a thousand others passes it. */
export function createBloomFilter(keys: ArrayLike<number>): Uint8Array {
  const bits = new Uint8Array(Math.ceil((keys.length * BITS_PER_KEY) / 8));
  for (let index = 0; index < keys.length; index++)
    probe(bits, keys[index] as number, (byte, mask) => {
      bits[byte] = (bits[byte] as number) | mask;
      return true;
    });
  return bits;
}

/** False when the filter was made without the key. */
export function mayHold(bits: Uint8Array, key: number): boolean {
  return bits.length > 0 && probe(bits, key, (byte, mask) => ((bits[byte] as number) & mask) !== 0);
}

function probe(bits: Uint8Array, key: number, visit: (byte: number, mask: number) => boolean): boolean {
  const size = bits.length * 8;
  const low = key >>> 0;
  const high = Math.floor(key / 2 ** 32);
  const step = Math.imul(high ^ (low >>> 7), 0x9e3779b1) | 1;
  for (let count = 0; count < PROBES; count++) {
    const place = (low + Math.imul(count, step)) >>> 0;
    // As far into the filter as the place is into the numbers of 32 bits.
    const bit = Math.floor((place * size) / 2 ** 32);
    if (!visit(bit >>> 3, 1 << (bit & 7))) return false;
  }
  return true;
}
