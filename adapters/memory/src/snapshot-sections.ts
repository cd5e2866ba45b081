import type { Snapshot, SnapshotWriter } from "./snapshot-file.ts";

/** Converted without a pause. */
const BATCH = 128;

/** Writes a section that is one JSON array, in parts. */
export async function writeJson<Item>(
  out: SnapshotWriter,
  name: string,
  items: readonly Item[],
  toJson: (item: Item) => unknown,
): Promise<void> {
  const encoder = new TextEncoder();
  out.section(name);
  for (let start = 0; start < items.length; start += BATCH) {
    const part = JSON.stringify(items.slice(start, start + BATCH).map(toJson)).slice(1, -1);
    await out.write(encoder.encode((start === 0 ? "[" : ",") + part));
  }
  await out.write(encoder.encode(items.length === 0 ? "[]" : "]"));
}

/** Reads a section that `writeJson` wrote. */
export function readJson(snapshot: Snapshot, name: string): unknown {
  return JSON.parse(new TextDecoder().decode(section(snapshot, name)));
}

/**
 * Writes a section of unsigned numbers in the machine's byte order, which is little-endian on every platform of Bun.
 */
export async function writeCells(out: SnapshotWriter, name: string, cells: Uint32Array): Promise<void> {
  out.section(name);
  await out.write(new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength));
}

/** Reads a section that `writeCells` wrote, without a copy. */
export function readCells(snapshot: Snapshot, name: string): Uint32Array {
  const { buffer, byteOffset, byteLength } = section(snapshot, name);
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

/**
 * Returns the bytes of a section.
 * @throws Error when the snapshot lacks it.
 */
export function section(snapshot: Snapshot, name: string): Uint8Array<ArrayBuffer> {
  const bytes = snapshot.get(name);
  if (!bytes) throw new Error(`The snapshot has no section ${name}`);
  return bytes;
}
