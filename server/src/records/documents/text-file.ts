import { closeSync, mkdirSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** Byte strings by key on disk. It forgets the oldest when it is full, and everything when the process ends. */
export interface TextFile {
  get(key: string): Buffer | undefined;
  /** Does nothing when the disk refuses. */
  add(entries: readonly (readonly [key: string, bytes: Buffer])[]): void;
  /** True when new entries will replace old ones before as many have been added again. */
  isHalfFull(): boolean;
  close(): void;
}

/** Longer entries are not kept: an entry's place holds its length in 20 bits. */
const MAX_ENTRY_BYTES = 2 ** 20 - 1;
/** The largest offset that leaves room for a length in a number's 53 bits. */
const MAX_PART_BYTES = 2 ** 33;
/** A part takes one entry for so many of its bytes, however short they are, because the place of each takes 110 bytes of memory. */
const BYTES_PER_ENTRY = 2000;

/**
 * Creates the file. It consists of two parts: when the newer one is full, it replaces the older one.
 *
 * Reads are synchronous: the system has what was written in memory as long as there is room, and a read then takes about
 * two microseconds.
 * @param path The file has no name as soon as it is open, so that nothing remains of it after a crash.
 */
export function createTextFile(path: string, maxBytes: number): TextFile {
  const partBytes = Math.min(MAX_PART_BYTES, Math.floor(maxBytes / 2));
  let newer: Part | undefined;
  let older: Part | undefined;
  let isClosed = false;

  const isFull = (part: Part) => part.end >= partBytes || part.count() * BYTES_PER_ENTRY >= partBytes;

  function writablePart(): Part {
    if (newer && !isFull(newer)) return newer;
    const next = openPart(path);
    older?.close();
    older = newer;
    newer = next;
    return next;
  }

  return {
    get: (key) => newer?.get(key) ?? older?.get(key),
    add(entries) {
      if (isClosed) return;
      try {
        writablePart().add(entries.filter(([, { length }]) => length <= MAX_ENTRY_BYTES));
      } catch {
        // Without room on the disk, what is not in the file is read from where it came from.
      }
    },
    isHalfFull: () => older !== undefined || (newer !== undefined && isFull(newer)),
    close() {
      isClosed = true;
      newer?.close();
      older?.close();
      newer = undefined;
      older = undefined;
    },
  };
}

type Part = ReturnType<typeof openPart>;

function openPart(path: string) {
  mkdirSync(dirname(path), { recursive: true });
  // Processes may share the folder.
  const ownPath = `${path}-${crypto.randomUUID()}`;
  const file = openSync(ownPath, "wx+", 0o600);
  unlinkSync(ownPath);
  /** Offset and length of each entry in one number, which takes less memory than an object. */
  const places = new Map<string, number>();
  let end = 0;
  return {
    get end() {
      return end;
    },
    count: () => places.size,
    get(key: string): Buffer | undefined {
      const place = places.get(key);
      if (place === undefined) return undefined;
      const length = place % (MAX_ENTRY_BYTES + 1);
      const bytes = Buffer.allocUnsafe(length);
      try {
        const count = readSync(file, bytes, 0, length, Math.floor(place / (MAX_ENTRY_BYTES + 1)));
        return count === length ? bytes : undefined;
      } catch {
        return undefined;
      }
    },
    add(entries: readonly (readonly [key: string, bytes: Buffer])[]) {
      const all = Buffer.concat(entries.map(([, bytes]) => bytes));
      if (writeSync(file, all, 0, all.length, end) < all.length) return;
      for (const [key, { length }] of entries) {
        places.set(key, end * (MAX_ENTRY_BYTES + 1) + length);
        end += length;
      }
    },
    close: () => closeSync(file),
  };
}
