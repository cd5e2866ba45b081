/** Writes numbers of variable length, 7 bits a byte, the lowest first. */
export interface ByteWriter {
  readonly length: number;
  /** Any integer from 0 to 2^53. */
  write(value: number): void;
  append(bytes: Uint8Array): void;
  /** A copy of all that was written. */
  take(): Uint8Array;
  /** All that was written, until more is. */
  view(): Uint8Array;
  clear(): void;
}

/** Makes an empty `ByteWriter`. */
export function createByteWriter(initial = 1024): ByteWriter {
  let bytes = new Uint8Array(initial);
  let used = 0;

  function reserve(more: number): void {
    if (used + more <= bytes.length) return;
    const grown = new Uint8Array(Math.max(bytes.length * 2, used + more));
    grown.set(bytes);
    bytes = grown;
  }

  return {
    get length() {
      return used;
    },
    write(value) {
      reserve(8);
      let rest = value;
      // Beyond 31 bits the operators on bits give out.
      while (rest > 0x7fffffff) {
        bytes[used++] = (rest & 127) | 128;
        rest = Math.floor(rest / 128);
      }
      while (rest > 127) {
        bytes[used++] = (rest & 127) | 128;
        rest >>>= 7;
      }
      bytes[used++] = rest;
    },
    append(more) {
      reserve(more.length);
      bytes.set(more, used);
      used += more.length;
    },
    take: () => bytes.slice(0, used),
    view: () => bytes.subarray(0, used),
    clear() {
      used = 0;
    },
  };
}

/** Reads what a `ByteWriter` wrote. */
export class ByteReader {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  read(): number {
    const { bytes } = this;
    let byte = bytes[this.at++] as number;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let shift = 7; shift < 28; shift += 7) {
      byte = bytes[this.at++] as number;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    for (let factor = 2 ** 28; ; factor *= 128) {
      byte = bytes[this.at++] as number;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
}
