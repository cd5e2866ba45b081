/** Collects text and bytes in one buffer, which it uses again and again. */
export interface ByteWriter {
  /** Forgets what was written before. */
  begin(): void;
  /** Appends a text as UTF-8. */
  text(text: string): void;
  /** Appends a comma and the fields of an object, from its JSON: a slice of that would be copied once more. */
  fields(json: string): void;
  copy(bytes: Uint8Array): void;
  /** A copy of what was written since `begin`. */
  bytes(): Uint8Array<ArrayBuffer>;
}

const FIRST_BYTES = 65_536;
/** A larger buffer is given back, so that one long answer does not keep its memory. */
const MAX_KEPT_BYTES = 1_048_576;
/** Takes the place of an opening brace. */
const COMMA = 0x2c;
/** UTF-8 has at most three bytes for a UTF-16 code unit. */
const BYTES_PER_UNIT = 3;

/** Creates a writer. */
export function createByteWriter(): ByteWriter {
  let buffer = Buffer.allocUnsafe(FIRST_BYTES);
  let end = 0;

  function reserve(count: number): void {
    if (end + count <= buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (end + count));
    larger.set(buffer.subarray(0, end));
    buffer = larger;
  }

  return {
    begin() {
      if (buffer.length > MAX_KEPT_BYTES) buffer = Buffer.allocUnsafe(FIRST_BYTES);
      end = 0;
    },
    text(text) {
      reserve(BYTES_PER_UNIT * text.length);
      end += buffer.write(text, end);
    },
    fields(json) {
      const start = end;
      this.text(json);
      buffer[start] = COMMA;
    },
    copy(bytes) {
      reserve(bytes.length);
      buffer.set(bytes, end);
      end += bytes.length;
    },
    // Not `slice`, which does not copy a Buffer.
    bytes: () => new Uint8Array(buffer.subarray(0, end)),
  };
}
