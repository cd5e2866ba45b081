import type { LexicalEntry } from "@quarry/core";
import { GRAM_CELLS, type Language } from "@quarry/core/internal";
import type { Snapshot, SnapshotWriter } from "../../snapshot-file.ts";
import { readCells, readJson, section, writeCells, writeJson } from "../../snapshot-sections.ts";
import { type DenseRecords, paddedLength, type RecordPool, recordAt } from "../fields/record-pool.ts";
import type { PlacedChunk } from "../space/prepared-chunk.ts";
import {
  createSpaceIndex,
  type DenseSpace,
  type IndexedDocument,
  type SpaceIndex,
} from "../space/space-index.ts";
import { readField, writeField } from "./field-snapshot.ts";
import { readWords, writeWords } from "./word-snapshot.ts";

/**
 * Version of the snapshot format. Increase it when the sections or their content change, including forward records
 * and postings, and with every change of the analyzer that changes the terms of a text: old chunks would no longer
 * match new questions. Thai word segmentation and character classes depend on the runtime's Unicode data.
 */
export const SNAPSHOT_VERSION = `lexical 4, ICU ${process.versions.icu}`;

const PADDING = new Uint8Array(1);

/** Identifies the space of a snapshot. */
export interface SpaceKey {
  readonly orgId: string;
  readonly spaceId: string;
}

/** The chunks of a space at one moment, unaffected by later writes. */
export interface SpaceState {
  readonly documents: readonly { readonly document: IndexedDocument; readonly chunkCount: number }[];
  readonly ids: readonly string[];
  readonly records: RecordPool;
  /** Slots of the chunks, ascending. */
  readonly slots: Uint32Array;
  readonly wordFrequencies: Uint32Array;
  readonly gramFrequencies: Uint32Array;
}

type DocumentRow = readonly [
  id: string,
  generation: number,
  language: Language,
  chunkCount: number,
  metadata: LexicalEntry["metadata"],
];

/**
 * Captures the chunks of a space. Everything else can be read later as long as the caller counts as a writer: slots
 * and terms then keep their numbers, and postings are only added, with higher slots.
 */
export function captureSpace(space: SpaceIndex): SpaceState {
  const documents = [...space.documents];
  const slots = Uint32Array.from(documents.flatMap((document) => document.slots));
  return {
    documents: documents.map((document) => ({ document, chunkCount: document.slots.length })),
    ids: Array.from(slots, (slot) => space.idAt(slot) as string),
    records: space.records(),
    slots,
    wordFrequencies: space.words.frequencies(),
    gramFrequencies: space.grams.frequencies(),
  };
}

/** Writes a captured space with slots and postings renumbered without gaps. Yields to the event loop in between. */
export async function writeSpace(
  out: SnapshotWriter,
  key: SpaceKey,
  space: SpaceIndex,
  { documents, ids, records, slots, wordFrequencies, gramFrequencies }: SpaceState,
): Promise<void> {
  const { wordLengths, gramLengths } = space;
  await writeJson(out, "key", [key], (only) => only);
  await writeJson(out, "documents", documents, ({ document, chunkCount }): DocumentRow => {
    const { id, generation, language, metadata } = document;
    return [id, generation, language, chunkCount, metadata];
  });
  await writeJson(out, "chunk-ids", ids, (id) => id);
  await writeCells(
    out,
    "word-lengths",
    slots.map((slot) => wordLengths.cells[slot] as number),
  );
  await writeCells(
    out,
    "gram-lengths",
    slots.map((slot) => gramLengths.cells[slot] as number),
  );
  await writeCells(
    out,
    "record-lengths",
    slots.map((slot) => records.lengthOf(slot)),
  );
  out.section("records");
  for (const slot of slots) {
    const record = recordAt(records, slot);
    await out.write(record);
    if (record.length < paddedLength(record.length)) await out.write(PADDING);
  }
  const renumber = new Int32Array((slots.at(-1) ?? -1) + 1).fill(-1);
  for (const [number, slot] of slots.entries()) renumber[slot] = number;
  await writeField(out, "words", space.words, wordFrequencies, renumber);
  await writeField(out, "grams", space.grams, gramFrequencies, renumber);
  const isFree = (id: number) => wordFrequencies[id] === 0;
  await writeWords(out, space.words.terms(), wordFrequencies.length, isFree);
  await writeCells(out, "packed-grams", space.grams.packed().slice(0, GRAM_CELLS * gramFrequencies.length));
}

/** A space that was read from a snapshot. */
export interface RestoredSpace {
  readonly key: SpaceKey;
  readonly space: SpaceIndex;
}

/** Reads the postings and records of a snapshot. */
export function readPostings(snapshot: Snapshot): Pick<DenseSpace, "words" | "grams" | "records"> {
  return {
    words: readField(snapshot, "words"),
    grams: readField(snapshot, "grams"),
    records: readRecords(snapshot),
  };
}

/** Reads the space of a snapshot. */
export function readSpace(snapshot: Snapshot): RestoredSpace {
  const [key] = readJson(snapshot, "key") as [SpaceKey];
  const space = createSpaceIndex({
    ...readPostings(snapshot),
    packedWords: readWords(snapshot),
    packedGrams: readCells(snapshot, "packed-grams"),
  });
  const chunks = readChunks(snapshot);
  let start = 0;
  for (const row of readJson(snapshot, "documents") as DocumentRow[]) {
    const [id, generation, language, chunkCount, metadata] = row;
    const document = {
      id,
      spaceId: key.spaceId,
      space,
      generation,
      metadata,
      language,
      slots: [] as number[],
    };
    space.restore(document, chunks.slice(start, start + chunkCount));
    start += chunkCount;
  }
  space.complete();
  return { key, space };
}

function readRecords(snapshot: Snapshot): DenseRecords {
  return { bytes: section(snapshot, "records"), lengths: readCells(snapshot, "record-lengths") };
}

function readChunks(snapshot: Snapshot): PlacedChunk[] {
  const wordLengths = readCells(snapshot, "word-lengths");
  const gramLengths = readCells(snapshot, "gram-lengths");
  return (readJson(snapshot, "chunk-ids") as string[]).map((id, at): PlacedChunk => {
    return { id, wordLength: wordLengths[at] as number, gramLength: gramLengths[at] as number };
  });
}
