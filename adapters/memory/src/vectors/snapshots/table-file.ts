import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Metadata } from "@quarry/schema";
import {
  readSnapshot,
  reopenSnapshot,
  type Snapshot,
  type SnapshotWriter,
  writeSnapshot,
} from "../../snapshot-file.ts";
import { readCells, readJson, section, writeCells, writeJson } from "../../snapshot-sections.ts";
import type { RecordGroup } from "../columns/record-groups.ts";
import type { StoredVectors } from "../columns/vector-blocks.ts";
import { encodingOf } from "../columns/vector-encoding.ts";
import { INDEX_SETTINGS, loadUsearch } from "../graph/usearch.ts";
import { createVectorTable, type TableCut, type TableKey, type VectorTable } from "../table/vector-table.ts";
import { digestOf } from "./file-digest.ts";

/** Files of another version are skipped. */
const VERSION = "quarry-vectors-3";
const BYTES_PER_WRITE = 512 * 1024;

interface Head {
  readonly key: TableKey;
  readonly dimensions: number;
  readonly index?: { readonly file: string; readonly digest: string; readonly settings: string };
}

type DocumentRow = readonly [documentId: string, metadata: Metadata];

const SETTINGS = JSON.stringify({ library: "usearch 2", ...INDEX_SETTINGS });

/**
 * Writes the current state of a table to `file` in the folder, and its index to a second file.
 * @returns The name of the index's file.
 */
export async function writeTable(
  table: VectorTable,
  folder: string,
  file: string,
): Promise<string | undefined> {
  const { key, dimensions } = table;
  const path = join(folder, file);
  const temporary = `${path}.index.tmp`;
  const cut = table.cut();
  // Same moment as the cut: there is no `await` in between.
  const slotOfNode = table.graphs.current?.graph.save(temporary);
  try {
    let index: Head["index"];
    if (slotOfNode) {
      const digest = await digestOf(temporary, true);
      index = { file: `${file}.${digest.slice(0, 16)}.index`, digest, settings: SETTINGS };
      await rename(temporary, join(folder, index.file));
    }
    const head: Head = { key, dimensions, ...(index ? { index } : {}) };
    await writeSnapshot(path, VERSION, (out) => writeRows(out, head, cut, slotOfNode));
    return index?.file;
  } finally {
    cut.release();
  }
}

/** Writes rows without gaps. When they are read back, they get the slots 0, 1, 2 and so on. */
async function writeRows(
  out: SnapshotWriter,
  head: Head,
  cut: TableCut,
  slotOfNode: Uint32Array | undefined,
): Promise<void> {
  const slots = Uint32Array.from(cut.ids.keys()).filter((slot) => cut.groupOf(slot) !== undefined);
  const documents = new Map<RecordGroup, number>();
  const groups = slots.map((slot) => {
    const group = cut.groupOf(slot) as RecordGroup;
    const number = documents.get(group) ?? documents.size;
    documents.set(group, number);
    return number;
  });
  await writeJson(out, "head", [head], (only) => only);
  await writeJson(
    out,
    "ids",
    Array.from(slots, (slot) => cut.ids[slot]),
    (id) => id,
  );
  await writeJson(out, "documents", [...documents.keys()], ({ documentId, metadata }): DocumentRow => {
    return [documentId, metadata];
  });
  await writeCells(out, "groups", groups);
  await writeCells(
    out,
    "generations",
    slots.map((slot) => cut.generations[slot] as number),
  );
  await writeVectors(out, head.dimensions, cut, slots);
  if (!slotOfNode) return;
  const order = new Uint32Array(cut.ids.length);
  for (const [number, slot] of slots.entries()) order[slot] = number + 1;
  await writeCells(
    out,
    "nodes",
    slotOfNode.map((slot) => (slot > 0 ? (order[slot - 1] as number) : 0)),
  );
}

async function writeVectors(
  out: SnapshotWriter,
  dimensions: number,
  cut: TableCut,
  slots: Uint32Array,
): Promise<void> {
  const { allocate, bytesPerNumber } = encodingOf(dimensions);
  const perWrite = Math.max(1, Math.floor(BYTES_PER_WRITE / bytesPerNumber / dimensions));
  const numbers = allocate(perWrite * dimensions);
  const scales = new Float32Array(slots.length);
  const zeros: number[] = [];
  out.section("vectors");
  for (let start = 0; start < slots.length; start += perWrite) {
    const part = slots.subarray(start, start + perWrite);
    for (const [at, slot] of part.entries()) {
      const vector = cut.encodedAt(slot);
      scales[start + at] = vector.scale;
      if (vector.numbers.every((number) => number === 0)) zeros.push(start + at);
      numbers.set(vector.numbers, at * dimensions);
    }
    await out.write(new Uint8Array(numbers.buffer, 0, part.length * dimensions * bytesPerNumber));
  }
  out.section("scales");
  await out.write(new Uint8Array(scales.buffer));
  await writeCells(out, "zeros", Uint32Array.from(zeros));
}

/**
 * Reads a table; undefined when the file is damaged, incomplete or of another version. Ignores a damaged index.
 */
export async function readTable(
  path: string,
): Promise<{ table: VectorTable; index: string | undefined } | undefined> {
  const snapshot = await readSnapshot(path, VERSION);
  if (!snapshot) return undefined;
  const [{ key, dimensions, index }] = readJson(snapshot, "head") as [Head];
  const table = createVectorTable(key, dimensions, {
    ids: readJson(snapshot, "ids") as string[],
    generations: readCells(snapshot, "generations"),
    groups: readCells(snapshot, "groups"),
    documents: readJson(snapshot, "documents") as DocumentRow[],
    zeros: readCells(snapshot, "zeros"),
    vectors: readVectors(snapshot, dimensions),
  });
  const isRestored = index && (await restoreIndex(table, join(dirname(path), index.file), index, snapshot));
  return { table, index: isRestored ? index.file : undefined };
}

function readVectors(snapshot: Snapshot, dimensions: number): StoredVectors {
  const { buffer, byteOffset, byteLength } = section(snapshot, "scales");
  return {
    numbers: encodingOf(dimensions).view(section(snapshot, "vectors")),
    scales: new Float32Array(buffer, byteOffset, byteLength / 4),
  };
}

/** Lets a table use the vectors of its large file instead of its own. `isSame` tells whether it is as it was written. */
export async function useFile(table: VectorTable, path: string, isSame: () => boolean): Promise<void> {
  const isUsable = () => isSame() && table.size === table.slots;
  const snapshot = isUsable() ? await reopenSnapshot(path) : undefined;
  if (snapshot && isUsable()) table.adopt(readVectors(snapshot, table.dimensions));
}

async function restoreIndex(
  table: VectorTable,
  path: string,
  index: NonNullable<Head["index"]>,
  snapshot: Snapshot,
): Promise<boolean> {
  try {
    const usearch = await loadUsearch();
    // The library does not validate its input, so it may only read files that it wrote itself.
    if (!usearch || index.settings !== SETTINGS || (await digestOf(path)) !== index.digest) return false;
    table.graphs.restore(usearch, { path, slotOfNode: readCells(snapshot, "nodes") });
    return true;
  } catch {
    return false;
  }
}
