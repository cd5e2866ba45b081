import { createGrowingArray, frequencyOf, packPosting, slotOf } from "@quarry/core/internal";
import type { Snapshot, SnapshotWriter } from "../../snapshot-file.ts";
import { readCells, writeCells } from "../../snapshot-sections.ts";
import type { DenseFieldIndex, FieldIndex } from "../fields/field-index.ts";

/** Collected without a pause. */
const CELLS_PER_WRITE = 1 << 13;

/**
 * Writes one field of a space. Term numbers are kept, because the forward records contain them.
 * @param frequencies The field's `frequencies()` when the space was captured.
 * @param renumber New number of each slot; -1 for a slot to leave out, as are slots beyond its end.
 */
export async function writeField(
  out: SnapshotWriter,
  name: string,
  field: FieldIndex,
  frequencies: Uint32Array,
  renumber: Int32Array,
): Promise<void> {
  const counts = new Uint32Array(frequencies.length);
  const cells = createGrowingArray(CELLS_PER_WRITE * 2);
  let used = 0;
  out.section(`${name}-postings`);
  for (let id = 0; id < counts.length; id++) {
    if (used >= CELLS_PER_WRITE) {
      await out.write(new Uint8Array(cells.cells.buffer, 0, used * 4));
      used = 0;
    }
    // No `await` until the postings are copied: the buffer is shared.
    const start = used;
    for (const { cells: postings, start: first, end } of field.parts(id)) {
      cells.reserve(used + end - first);
      for (let index = first; index < end; index++) {
        const posting = postings[index] as number;
        const slot = slotOf(posting);
        const number = slot < renumber.length ? (renumber[slot] as number) : -1;
        if (number >= 0) cells.cells[used++] = packPosting(number, frequencyOf(posting));
      }
    }
    // A list that was dropped since the capture, or restored without chunks deleted since, is left out; reading
    // restores it.
    if (used - start !== frequencies[id]) used = start;
    counts[id] = used - start;
  }
  await out.write(new Uint8Array(cells.cells.buffer, 0, used * 4));
  await writeCells(out, `${name}-frequencies`, frequencies);
  await writeCells(out, `${name}-counts`, counts);
}

/** Reads a field that `writeField` wrote. */
export function readField(snapshot: Snapshot, name: string): DenseFieldIndex {
  return {
    frequencies: readCells(snapshot, `${name}-frequencies`),
    counts: readCells(snapshot, `${name}-counts`),
    postings: readCells(snapshot, `${name}-postings`),
  };
}
