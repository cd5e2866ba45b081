/** The block size of tar, in bytes. */
export const BLOCK_BYTES = 512;

/** The header of a file in a tar archive. */
export interface TarHeader {
  readonly name: string;
  readonly size: number;
}

const NAME_CHARS = 100;
const OCTAL_11 = 8 ** 11;
const CHECKSUM = { start: 148, end: 156 };
const SPACE = 0x20;
const encoder = new TextEncoder();

/** Writes the header of a plain file (POSIX ustar). The name must be ASCII of at most 100 characters. */
export function writeTarHeader({ name, size }: TarHeader, modifiedAt: Date): Uint8Array {
  if (name.length > NAME_CHARS || size >= OCTAL_11) throw new RangeError(`${name} does not fit into tar`);
  const block = new Uint8Array(BLOCK_BYTES);
  const put = (text: string, start: number) => block.set(encoder.encode(text), start);
  put(name, 0);
  put("0000644\0", 100);
  put("0000000\0", 108);
  put("0000000\0", 116);
  put(`${octal(size, 11)}\0`, 124);
  put(`${octal(Math.floor(modifiedAt.getTime() / 1000), 11)}\0`, 136);
  put("0", 156);
  put("ustar\0", 257);
  put("00", 263);
  put(`${octal(checksumOf(block), 6)}\0 `, CHECKSUM.start);
  return block;
}

/** Reads the header of a plain file. Returns undefined if it is damaged or describes anything other than a plain file. */
export function readTarHeader(block: Uint8Array): TarHeader | undefined {
  const text = (start: number, length: number) =>
    Buffer.from(block.subarray(start, start + length))
      .toString("latin1")
      .replace(/\0.*$/s, "");
  const number = (start: number, length: number) => {
    const digits = text(start, length).trim();
    return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
  };
  const isFile = text(156, 1) === "0" && text(257, 5) === "ustar" && text(345, 155) === "";
  const size = number(124, 12);
  if (!isFile || Number.isNaN(size) || number(148, 8) !== checksumOf(block)) return undefined;
  return { name: text(0, NAME_CHARS), size };
}

/** The number of padding zeros after a file of `size` bytes. */
export function paddingOf(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

/** The sum of a header's bytes, with spaces in place of the checksum field. */
function checksumOf(block: Uint8Array): number {
  return block.reduce((sum, byte, at) => sum + (at >= CHECKSUM.start && at < CHECKSUM.end ? SPACE : byte), 0);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}
