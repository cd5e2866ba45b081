import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Metadata } from "@quarry/schema";
import { encodingOf } from "../columns/vector-encoding.ts";
import { INDEX_SETTINGS, loadUsearch } from "../graph/usearch.ts";
import { createVectorTable, type TableCut, type TableKey, type VectorTable } from "../table/vector-table.ts";
import { digestOf, type Frame, readFrames, writeFrames } from "./frame-file.ts";

/** Files of another format are skipped. */
const FORMAT = "quarry-vectors-2";
const FRAME_BYTES = 512 * 1024;

interface Head {
  readonly format: string;
  readonly key: TableKey;
  readonly dimensions: number;
}

interface Rows {
  readonly ids: readonly string[];
  readonly generations: readonly number[];
  /** For each row, the index of its group in `documents`. */
  readonly groups: readonly number[];
  readonly documents: readonly (readonly [documentId: string, metadata: Metadata])[];
}

interface End {
  readonly records: number;
  readonly index?: { readonly file: string; readonly digest: string; readonly settings: string };
}

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
    let index: End["index"];
    if (slotOfNode) {
      const digest = await digestOf(temporary, true);
      index = { file: `${file}.${digest.slice(0, 16)}.index`, digest, settings: SETTINGS };
      await rename(temporary, join(folder, index.file));
    }
    const head = { format: FORMAT, key, dimensions };
    await writeFrames(`${path}.tmp`, framesOf(head, cut, slotOfNode, index));
    await rename(`${path}.tmp`, path);
    return index?.file;
  } finally {
    cut.release();
  }
}

async function* framesOf(
  head: Head,
  cut: TableCut,
  slotOfNode: Uint32Array | undefined,
  index: End["index"],
): AsyncGenerator<Frame> {
  yield { json: head, bytes: new Uint8Array(0) };
  const most = Math.max(1, Math.floor(FRAME_BYTES / 4 / head.dimensions));
  // When they are read back, the records get the slots 0, 1, 2 and so on.
  const [order, slots] = [new Uint32Array(cut.ids.length), [] as number[]];
  let records = 0;
  for (let slot = 0; slot < cut.ids.length; slot += 1) {
    if (cut.rowAt(slot)) {
      records += 1;
      order[slot] = records;
      slots.push(slot);
    }
    if (slots.length < most && slot < cut.ids.length - 1) continue;
    yield rowsFrame(head.dimensions, cut, slots);
    slots.length = 0;
  }
  const nodes = slotOfNode?.map((slot) => (slot > 0 ? (order[slot - 1] as number) : 0));
  const end: End = { records, ...(index ? { index } : {}) };
  yield { json: end, bytes: nodes ? new Uint8Array(nodes.buffer) : new Uint8Array(0) };
}

function rowsFrame(dimensions: number, cut: TableCut, slots: readonly number[]): Frame {
  const { allocate, bytesPerNumber } = encodingOf(dimensions);
  const [scales, vectors] = [new Float32Array(slots.length), allocate(slots.length * dimensions)];
  const [ids, generations, groups] = [[] as string[], [] as number[], [] as number[]];
  const documents = new Map<Metadata, Map<string, number>>();
  const listed: [string, Metadata][] = [];
  for (const [at, slot] of slots.entries()) {
    const row = cut.rowAt(slot);
    if (!row) continue;
    const { scale, numbers } = cut.encodedAt(slot);
    scales[at] = scale;
    vectors.set(numbers, at * dimensions);
    ids.push(row.id);
    generations.push(row.generation);
    const known = documents.get(row.metadata) ?? new Map<string, number>();
    documents.set(row.metadata, known);
    const group = known.get(row.documentId) ?? listed.push([row.documentId, row.metadata]) - 1;
    known.set(row.documentId, group);
    groups.push(group);
  }
  const json: Rows = { ids, generations, groups, documents: listed };
  const bytes = new Uint8Array(scales.byteLength + vectors.length * bytesPerNumber);
  bytes.set(new Uint8Array(scales.buffer));
  bytes.set(new Uint8Array(vectors.buffer), scales.byteLength);
  return { json, bytes };
}

/**
 * Reads a table. Ignores a damaged index.
 * @throws Error when the file is incomplete or of another format.
 */
export async function readTable(path: string): Promise<{ table: VectorTable; index: string | undefined }> {
  let table: VectorTable | undefined;
  let last: Frame | undefined;
  for await (const frame of readFrames(path)) {
    if (table && last) addRows(table, last);
    if (table) last = frame;
    else {
      const { format, key, dimensions } = frame.json as Head;
      if (format !== FORMAT) throw new Error("The file is of another version.");
      table = createVectorTable(key, dimensions);
    }
  }
  const end = last?.json as End | undefined;
  if (!table || !last || end?.records !== table.size) throw new Error("The file is incomplete.");
  const isRestored = end.index && (await restoreIndex(table, join(dirname(path), end.index.file), end, last));
  return { table, index: isRestored ? end.index?.file : undefined };
}

function addRows(table: VectorTable, { json, bytes }: Frame) {
  const { ids, generations, groups, documents } = json as Rows;
  const [scales, vectors] = [
    new Float32Array(bytes.buffer, bytes.byteOffset, ids.length),
    encodingOf(table.dimensions).view(bytes.subarray(ids.length * Float32Array.BYTES_PER_ELEMENT)),
  ];
  for (const [at, id] of ids.entries()) {
    const [documentId, metadata] = documents[groups[at] as number] as (typeof documents)[number];
    const numbers = vectors.subarray(at * table.dimensions, (at + 1) * table.dimensions);
    const row = { id, documentId, generation: generations[at] as number, metadata };
    table.restore(row, { scale: scales[at] as number, numbers });
  }
}

async function restoreIndex(table: VectorTable, path: string, { index }: End, { bytes }: Frame) {
  try {
    const usearch = await loadUsearch();
    // The library does not validate its input, so it may only read files that it wrote itself.
    if (!usearch || index?.settings !== SETTINGS || (await digestOf(path)) !== index.digest) return false;
    table.graphs.restore(usearch, { path, slotOfNode: new Uint32Array(bytes.buffer) });
    return true;
  } catch {
    return false;
  }
}
