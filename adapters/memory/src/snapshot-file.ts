import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { crc32 } from "node:zlib";

/**
 * Receives the content of a snapshot, section by section. `write` copies or writes its bytes before it resolves, so
 * the caller may reuse the buffer.
 */
export interface SnapshotWriter {
  /** Starts a section, which ends the previous one. */
  section(name: string): void;
  write(bytes: Uint8Array): Promise<void>;
}

interface Section {
  readonly name: string;
  length: number;
  checksum: number;
}

interface Footer {
  readonly version: string;
  readonly sections: readonly Section[];
}

const MAGIC = 0x51534e50;
/** Bytes at the end of the file: length and checksum of the footer, and the magic number. */
const TAIL = 12;
const SLICE = 1 << 20;

/**
 * Writes a file of named sections: first the bytes of the sections, then a footer with their lengths and checksums,
 * so that no length must be known in advance. The file appears complete or not at all, even after a power failure.
 * @param version Names the format; readers treat a file of another version as missing.
 */
export async function writeSnapshot(
  path: string,
  version: string,
  content: (out: SnapshotWriter) => Promise<void>,
): Promise<void> {
  const draft = `${path}.tmp`;
  try {
    const file = await open(draft, "w");
    try {
      await writeSections(file, version, content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } finally {
    // Already renamed after a success.
    await rm(draft, { force: true });
  }
}

/** Flushes a folder to disk, which makes renames and removals in it durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeSections(
  file: FileHandle,
  version: string,
  content: (out: SnapshotWriter) => Promise<void>,
): Promise<void> {
  const sections: Section[] = [];
  const slice = new Uint8Array(SLICE);
  let used = 0;

  async function flush(): Promise<void> {
    for (let at = 0; at < used; ) at += (await file.write(slice, at, used - at)).bytesWritten;
    used = 0;
  }
  async function append(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + SLICE - used);
      slice.set(part, used);
      used += part.length;
      at += part.length;
      if (used === SLICE) await flush();
    }
  }

  await content({
    section: (name) => {
      sections.push({ name, length: 0, checksum: 0 });
    },
    write: (bytes) => {
      const section = sections.at(-1) as Section;
      section.length += bytes.length;
      section.checksum = crc32(bytes, section.checksum);
      return append(bytes);
    },
  });
  const footer = new TextEncoder().encode(JSON.stringify({ version, sections } satisfies Footer));
  await append(footer);
  const tail = new DataView(new ArrayBuffer(TAIL));
  for (const [at, number] of [footer.length, crc32(footer), MAGIC].entries())
    tail.setUint32(at * 4, number, true);
  await append(new Uint8Array(tail.buffer));
  await flush();
}

/** The sections of a snapshot by name, each in a buffer of its own. */
export type Snapshot = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Reads a snapshot; returns undefined for a file that is missing, incomplete, damaged, or of another version. */
export async function readSnapshot(path: string, version: string): Promise<Snapshot | undefined> {
  try {
    const file = await open(path, "r");
    try {
      return await readSections(file, version);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

async function readSections(file: FileHandle, version: string): Promise<Snapshot | undefined> {
  const { size } = await file.stat();
  if (size < TAIL) return undefined;
  const read = await createReader(file, size);
  const tail = new DataView((await read(size - TAIL, TAIL)).bytes.buffer);
  const [length = 0, checksum, magic] = [0, 4, 8].map((at) => tail.getUint32(at, true));
  if (magic !== MAGIC || length > size - TAIL) return undefined;
  const footer = await read(size - TAIL - length, length);
  if (footer.checksum !== checksum) return undefined;
  const { version: found, sections } = JSON.parse(new TextDecoder().decode(footer.bytes)) as Footer;
  if (found !== version) return undefined;
  const snapshot = new Map<string, Uint8Array<ArrayBuffer>>();
  let at = 0;
  for (const section of sections) {
    const { bytes, checksum } = await read(at, section.length);
    if (checksum !== section.checksum) return undefined;
    snapshot.set(section.name, bytes);
    at += section.length;
  }
  return at === size - TAIL - length ? snapshot : undefined;
}

type Read = (
  start: number,
  length: number,
) => Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly checksum: number }>;

/** Creates a reader that holds a small file, or the end of a large one, in memory after one read. */
async function createReader(file: FileHandle, size: number): Promise<Read> {
  const endStart = Math.max(0, size - SLICE);
  const end = new Uint8Array(size - endStart);
  await fill(file, end, endStart);
  return async (start, length) => {
    if (start >= endStart) {
      const bytes = end.slice(start - endStart, start - endStart + length);
      return { bytes, checksum: crc32(bytes) };
    }
    const bytes = new Uint8Array(length);
    return { bytes, checksum: await fill(file, bytes, start) };
  };
}

/** Fills a buffer slice by slice, so that no checksum blocks the event loop for long. Returns the checksum. */
async function fill(file: FileHandle, bytes: Uint8Array, start: number): Promise<number> {
  let checksum = 0;
  for (let at = 0; at < bytes.length; ) {
    const wanted = Math.min(bytes.length - at, 16 * SLICE);
    const { bytesRead } = await file.read(bytes, at, wanted, start + at);
    if (bytesRead === 0) throw new Error("The file ended early");
    checksum = crc32(bytes.subarray(at, at + bytesRead), checksum);
    at += bytesRead;
  }
  return checksum;
}
