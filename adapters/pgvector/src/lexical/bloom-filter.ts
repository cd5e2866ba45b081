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
  let place = Math.floor(key / 2) % 0x7fffffff;
  const step = (Math.floor(key / 0x200000) % 0x7ffffff1) + 1;
  for (let count = 0; count < PROBES; count++) {
    const bit = place % size;
    if (!visit(bit >>> 3, 1 << (bit & 7))) return false;
    place = (place + step) % 0x7fffffff;
  }
  return true;
}
