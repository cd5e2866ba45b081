import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { createYieldToEventLoop } from "@quarry/core/internal";

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
/** Sections begin at multiples of this, so that numbers can be read where they are. */
const ALIGNMENT = 8;
const PADDING = new Uint8Array(ALIGNMENT);

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
  const yieldToEventLoop = createYieldToEventLoop();

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

  let padded = 0;
  /** Fills up the first `count` sections. Their checksums include the padding. */
  async function pad(count: number): Promise<void> {
    for (; padded < count; padded += 1) {
      const section = sections[padded] as Section;
      const padding = PADDING.subarray(0, paddedLength(section.length) - section.length);
      section.checksum = crc32(padding, section.checksum);
      await append(padding);
    }
  }

  await content({
    section: (name) => {
      sections.push({ name, length: 0, checksum: 0 });
    },
    async write(bytes) {
      await yieldToEventLoop();
      await pad(sections.length - 1);
      const section = sections.at(-1) as Section;
      section.length += bytes.length;
      section.checksum = crc32(bytes, section.checksum);
      await append(bytes);
    },
  });
  await pad(sections.length);
  const footer = new TextEncoder().encode(JSON.stringify({ version, sections } satisfies Footer));
  await append(footer);
  const tail = new DataView(new ArrayBuffer(TAIL));
  for (const [at, number] of [footer.length, crc32(footer), MAGIC].entries())
    tail.setUint32(at * 4, number, true);
  await append(new Uint8Array(tail.buffer));
  await flush();
}

/** The sections of a snapshot by name. Writing to their bytes does not change the file. */
export type Snapshot = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Below this, what a file saves is not worth the exchange. */
const LEAST_REOPENED = 1 << 20;

/** Reads a snapshot; returns undefined for a file that is missing, incomplete, damaged, or of another version. */
export async function readSnapshot(path: string, version: string): Promise<Snapshot | undefined> {
  try {
    const file = await open(path, "r");
    try {
      const { size } = await file.stat();
      if (size < TAIL) return undefined;
      const sections = await checkSections(fromFile(file), size, version);
      return sections && (await readSections(file, sections));
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * Reads a large file that this process has just written into arrays without room to grow, without checking it; undefined for
 * a small file.
 */
export async function reopenSnapshot(path: string): Promise<Snapshot | undefined> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size < LEAST_REOPENED) return undefined;
    return await readSections(file, (await readFooter(fromFile(file), size)).sections);
  } finally {
    await file.close();
  }
}

/** Returns bytes of a file, valid until the next call. */
type Read = (start: number, length: number) => Promise<Uint8Array> | Uint8Array;

function fromFile(file: FileHandle): Read {
  let slice = new Uint8Array(SLICE);
  return (start, length) => {
    if (slice.length < length) slice = new Uint8Array(length);
    return readPart(file, slice.subarray(0, length), start);
  };
}

/**
 * Reads the end of a file.
 * @throws Error when the file is damaged or incomplete.
 */
async function readFooter(read: Read, size: number): Promise<Footer & { readonly start: number }> {
  const tail = (await read(size - TAIL, TAIL)).slice();
  const [length = 0, checksum, magic] = new Uint32Array(tail.buffer);
  const start = size - TAIL - length;
  if (magic !== MAGIC || start < 0) throw new Error("The file has no footer");
  const footer = await read(start, length);
  if (crc32(footer) !== checksum) throw new Error("The footer is damaged");
  return { ...JSON.parse(new TextDecoder().decode(footer)), start };
}

/** Reads all content and returns its sections; undefined unless all are as they were written. */
async function checkSections(
  read: Read,
  size: number,
  wanted: string,
): Promise<readonly Section[] | undefined> {
  const { version, sections, start: end } = await readFooter(read, size);
  if (version !== wanted) return undefined;
  let start = 0;
  for (const section of sections) {
    let computed = 0;
    // Slice by slice, so that no checksum blocks the event loop for long.
    for (let left = paddedLength(section.length); left > 0; ) {
      const part = await read(start, Math.min(4 * SLICE, left));
      if (part.length === 0) return undefined;
      computed = crc32(part, computed);
      start += part.length;
      left -= part.length;
    }
    if (computed !== section.checksum) return undefined;
  }
  return start === end ? sections : undefined;
}

/**
 * Each section has memory of its own, which is free when it is no longer used. Mapping the file instead takes less memory, but
 * a question then takes a quarter more time, because its pages are scattered.
 */
async function readSections(file: FileHandle, sections: readonly Section[]): Promise<Snapshot> {
  const snapshot = new Map<string, Uint8Array<ArrayBuffer>>();
  let start = 0;
  for (const { name, length } of sections) {
    snapshot.set(name, await readPart(file, new Uint8Array(length), start));
    start += paddedLength(length);
  }
  return snapshot;
}

function paddedLength(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

async function readPart<Bytes extends Uint8Array>(
  file: FileHandle,
  bytes: Bytes,
  start: number,
): Promise<Bytes> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at);
    if (bytesRead === 0) throw new Error("The file ended early");
    at += bytesRead;
  }
  return bytes;
}
