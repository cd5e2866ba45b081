import { type Filter, type FilteredScope, matchesFilter } from "@quarry/core";
import { cellsOfBits, include, type SlotSet } from "./slot-set.ts";
import type { SpaceIndex } from "./space-index.ts";

/** With a smaller share of a space in scope, other chunks get no scores. */
const SPARSE = 0.3;

/**
 * Returns the slots of live chunks of a space in scope; undefined when every slot is. Valid until the next change of the
 * space or the next call.
 */
export function slotsInScope(space: SpaceIndex, { documentIds, filter }: FilteredScope): SlotSet | undefined {
  const slotCount = space.slotCount();
  if (documentIds) return slotsOfDocuments(space, documentIds, filter);
  const passing = filter && space.numbers.filters.passing(filter, slotCount);
  const isSparse = passing !== undefined && passing.count < SPARSE * slotCount;
  if (space.size() === slotCount) return passing && { bits: passing.bits, isSparse };
  return { bits: withoutDeleted(space.deleted.cells, passing?.bits, cellsOfBits(slotCount)), isSparse };
}

function slotsOfDocuments(
  space: SpaceIndex,
  documentIds: readonly string[],
  filter: Filter | undefined,
): SlotSet {
  const bits = new Uint32Array(cellsOfBits(space.slotCount()));
  const wanted = new Set(documentIds);
  for (const { id, metadata, slots } of space.documents)
    if (wanted.has(id) && (!filter || matchesFilter(metadata, filter)))
      for (const slot of slots) include(bits, slot);
  return { bits, isSparse: true };
}

// Searches run synchronously, so all share this array.
let live = new Uint32Array(0);

function withoutDeleted(deleted: Uint32Array, bits: Uint32Array | undefined, count: number): Uint32Array {
  if (live.length < count) live = new Uint32Array(count * 2);
  for (let cell = 0; cell < count; cell++)
    live[cell] = (bits ? (bits[cell] as number) : 0xffffffff) & ~(deleted[cell] as number);
  return live;
}
