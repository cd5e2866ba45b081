/** A file of an archive, or what is known of one that cannot be read. */
export interface ArchiveMember {
  /** Path in the archive, with `/` between folders. */
  readonly path: string;
  /** Undefined if the archive is damaged there. */
  readonly bytes: Uint8Array | undefined;
}

const BLOCK_BYTES = 512;
/** Types of entries: files, as `0` or a zero byte, and headers with the path of the next entry. */
const [FILE, PAX_HEADER, GNU_PATH] = [/^[0\0]$/, "x", "L"];

/** True if the bytes start with a header of a tar archive, whose checksum is right. */
export function isTar(bytes: Uint8Array): boolean {
  return bytes.length >= BLOCK_BYTES && hasChecksum(bytes.subarray(0, BLOCK_BYTES));
}

/** Yields the files of a tar archive (POSIX, with the extensions of GNU). Links and folders are skipped. */
export function* readTar(bytes: Uint8Array): Generator<ArchiveMember> {
  let longPath: string | undefined;
  for (let at = 0; at + BLOCK_BYTES <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK_BYTES);
    if (!hasChecksum(header)) return;
    const size = Number.parseInt(textOf(header, 124, 12).trim(), 8);
    if (!(size >= 0)) return;
    const from = at + BLOCK_BYTES;
    const content = bytes.subarray(from, from + size);
    const type = textOf(header, 156, 1) || "0";
    const prefix = textOf(header, 257, 5) === "ustar" ? textOf(header, 345, 155) : "";
    const name = `${prefix === "" ? "" : `${prefix}/`}${textOf(header, 0, 100)}`;
    if (type === GNU_PATH) longPath = textOf(content, 0, content.length);
    else if (type === PAX_HEADER) longPath = paxPath(content) ?? longPath;
    else {
      const path = longPath ?? name;
      longPath = undefined;
      if (FILE.test(type) && !path.endsWith("/"))
        yield { path, bytes: content.length === size ? content : undefined };
    }
    at = from + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
}

/** The field `path` of an extended header, whose lines are `LENGTH NAME=VALUE`. */
function paxPath(content: Uint8Array): string | undefined {
  return /^\d{1,9} path=(.*)$/m.exec(new TextDecoder().decode(content))?.[1];
}

/** The sum of the header's bytes, with spaces in place of the sum. */
function hasChecksum(header: Uint8Array): boolean {
  let sum = 0;
  for (let at = 0; at < BLOCK_BYTES; at += 1) sum += at >= 148 && at < 156 ? 32 : (header[at] ?? 0);
  return sum > 256 && Number.parseInt(textOf(header, 148, 8).trim(), 8) === sum;
}

/** A text that ends with its field or with a zero byte. */
function textOf(bytes: Uint8Array, from: number, length: number): string {
  const field = bytes.subarray(from, from + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end));
}
