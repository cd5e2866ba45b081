/** Appends non-negative integers to a byte buffer as varints: 7 bits a byte, lowest bits first. */
export interface ByteWriter {
  /** Bytes written so far. */
  readonly length: number;
  /** Appends an integer from 0 to 2^53 - 1. */
  write(value: number): void;
  /** Appends raw bytes. */
  append(bytes: Uint8Array): void;
  /** Returns a copy of the written bytes. */
  take(): Uint8Array<ArrayBuffer>;
  /** Returns a view of the written bytes, valid until the next write. */
  view(): Uint8Array<ArrayBuffer>;
  /** Empties the buffer and keeps its memory. */
  clear(): void;
}

/** The longest varint: 53 bits at 7 bits a byte. */
const MAX_VARINT_BYTES = 8;

/**
 * Creates an empty `ByteWriter`.
 * @param initialBytes Size of the first buffer, which doubles as needed.
 */
export function createByteWriter(initialBytes = 1024): ByteWriter {
  let bytes = new Uint8Array(initialBytes);
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
      reserve(MAX_VARINT_BYTES);
      let rest = value;
      // Bitwise operators work on 32 bits only.
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

/** Reads varints from bytes that a `ByteWriter` wrote. */
export class ByteReader {
  /** @param at Offset of the next byte to read. */
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  /** Reads one integer and moves past it. */
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
