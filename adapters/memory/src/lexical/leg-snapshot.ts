import { frequencyOf, packPosting, slotOf } from "@quarry/core/internal";
import type { Snapshot, SnapshotWriter } from "../snapshot-file.ts";
import { createGrowingArray } from "./growing-array.ts";
import type { DenseLeg, Leg } from "./leg.ts";
import { readCells, readJson, writeCells, writeJson } from "./snapshot-sections.ts";

const CELLS_AT_ONCE = 1 << 16;

/**
 * Writes one leg of a space. Numbers of terms stay, because the forward records hold them.
 * @param renumber New number of each slot, -1 for one that is left out; so are slots beyond its end.
 */
export async function writeLeg(
  out: SnapshotWriter,
  name: string,
  leg: Leg,
  renumber: Int32Array,
): Promise<void> {
  const terms = leg.terms();
  const frequencies = new Uint32Array(terms.length);
  const cells = createGrowingArray(CELLS_AT_ONCE * 2);
  let used = 0;
  out.section(`${name}-postings`);
  for (let id = 0; id < terms.length; id++) {
    if (used >= CELLS_AT_ONCE) {
      await out.write(new Uint8Array(cells.cells.buffer, 0, used * 4));
      used = 0;
    }
    // Until the postings are copied nothing may wait: the buffer is everyone's.
    const { buffer, count } = leg.read(id);
    cells.reserve(used + count);
    const start = used;
    for (let index = 0; index < count; index++) {
      const posting = buffer[index] as number;
      const slot = slotOf(posting);
      const number = slot < renumber.length ? (renumber[slot] as number) : -1;
      if (number >= 0) cells.cells[used++] = packPosting(number, frequencyOf(posting));
    }
    frequencies[id] = used - start;
  }
  await out.write(new Uint8Array(cells.cells.buffer, 0, used * 4));
  await writeCells(out, `${name}-frequencies`, frequencies);
  await writeJson(out, `${name}-terms`, Array.from(terms.keys()), (id) => {
    return frequencies[id] === 0 ? "" : terms[id];
  });
}

/** Reads what `writeLeg` wrote. */
export function readLeg(snapshot: Snapshot, name: string): DenseLeg {
  return {
    terms: readJson(snapshot, `${name}-terms`) as string[],
    frequencies: readCells(snapshot, `${name}-frequencies`),
    postings: readCells(snapshot, `${name}-postings`),
  };
}
