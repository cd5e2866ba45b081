import type { Metadata } from "@quarry/schema";
import { createNumberColumn } from "../columns/number-column.ts";
import { createRecordGroups, type RecordGroups } from "../columns/record-groups.ts";
import { normalise } from "../columns/vector-arithmetic.ts";
import { createVectorBlocks, type VectorBlocks } from "../columns/vector-blocks.ts";
import { createVectorGraphs, type VectorGraphs } from "../graph/vector-graphs.ts";

/** Identifies a table. */
export interface TableKey {
  readonly orgId: string;
  readonly spaceId: string;
  readonly model: string;
}

/** A record in its table. */
export interface TableRow {
  readonly id: string;
  readonly documentId: string;
  readonly generation: number;
  readonly metadata: Metadata;
  readonly vector: Float32Array;
}

/** A snapshot of a table's rows, unaffected by later changes. */
export interface TableCut {
  readonly ids: readonly string[];
  /** Returns everything but the vector; undefined for a free slot. */
  rowAt(slot: number): Omit<TableRow, "vector"> | undefined;
  vectorAt(slot: number): Float32Array;
  /** Releases the vectors that were preserved for this snapshot. */
  release(): void;
}

/** The vectors of one space and model, by slot, in columns. */
export interface VectorTable {
  readonly key: TableKey;
  readonly dimensions: number;
  /** Number of records. */
  readonly size: number;
  /** Number of slots, free ones included. */
  readonly slots: number;
  /** Increases with every change. */
  readonly version: number;
  readonly groups: RecordGroups;
  readonly graphs: VectorGraphs;
  /** Adds a row or replaces the row in `slot`, and scales its vector to length 1. Returns the slot. */
  put(row: TableRow, slot?: number): number;
  remove(slot: number): void;
  /** Returns "" for a free slot. */
  idAt(slot: number): string;
  generationAt(slot: number): number;
  /** Returns the ordinal of the slot's group; 0 for a free slot. */
  groupAt(slot: number): number;
  /** Returns the slots of a group. */
  slotsOf(group: number): number[];
  /** Returns a view of a slot's vector, valid until the next `put`. */
  vectorAt(slot: number): Float32Array;
  /** Returns whether the slot's vector can be found; a zero vector cannot. */
  isSearchable(slot: number): boolean;
  score: VectorBlocks["score"];
  scan: VectorBlocks["scan"];
  cut(): TableCut;
}

/** Creates an empty table for vectors of `dimensions` numbers. */
export function createVectorTable(key: TableKey, dimensions: number): VectorTable {
  const vectors = createVectorBlocks(dimensions);
  const ids: string[] = [];
  const free: number[] = [];
  const groups = createRecordGroups();
  const [group, generations] = [createNumberColumn(), createNumberColumn()];
  // The slots of a group form a doubly linked list; each link is a slot + 1.
  const [next, previous] = [createNumberColumn(), createNumberColumn()];
  const searchable = createNumberColumn();
  const normalised = new Float32Array(dimensions);
  const cuts = new Set<(slot: number) => void>();
  let version = 0;
  const isSearchable = (slot: number) => ((searchable.get(slot >>> 5) >>> (slot & 31)) & 1) === 1;
  const graphs = createVectorGraphs(dimensions, {
    ...{ at: vectors.at, isSearchable, slots: () => ids.length },
    size: () => ids.length - free.length,
  });

  function setSearchable(slot: number, isOn: boolean) {
    const bit = 1 << (slot & 31);
    const word = searchable.get(slot >>> 5);
    searchable.set(slot >>> 5, isOn ? word | bit : word & ~bit);
  }

  function join(slot: number, ordinal: number) {
    const joined = groups.get(ordinal);
    group.set(slot, ordinal);
    next.set(slot, joined.head);
    previous.set(slot, 0);
    if (joined.head > 0) previous.set(joined.head - 1, slot + 1);
    joined.head = slot + 1;
    joined.size += 1;
  }

  function leave(slot: number) {
    const ordinal = group.get(slot);
    const left = groups.get(ordinal);
    const [after, before] = [next.get(slot), previous.get(slot)];
    if (after > 0) previous.set(after - 1, before);
    if (before > 0) next.set(before - 1, after);
    else left.head = after;
    left.size -= 1;
    group.set(slot, 0);
    if (left.size === 0) groups.forget(ordinal);
  }

  function write(slot: number, isNew: boolean, vector: Float32Array) {
    const isFindable = normalise(vector, normalised);
    // An unchanged vector keeps its node in the index.
    if (!isNew && vectors.holds(slot, normalised)) return;
    for (const preserve of cuts) preserve(slot);
    graphs.remove(slot);
    vectors.write(slot, normalised);
    setSearchable(slot, isFindable);
    if (isFindable) graphs.add(slot);
  }

  return {
    key,
    dimensions,
    groups,
    graphs,
    get size() {
      return ids.length - free.length;
    },
    get slots() {
      return ids.length;
    },
    get version() {
      return version;
    },

    put(row, known) {
      version += 1;
      const slot = known ?? free.pop() ?? ids.length;
      const ordinal = groups.find(row.documentId, row.metadata);
      // Writes the vector before the slot joins its new group.
      ids[slot] = row.id;
      write(slot, known === undefined, row.vector);
      generations.set(slot, row.generation);
      if (group.get(slot) !== ordinal) {
        if (group.get(slot) > 0) leave(slot);
        join(slot, ordinal);
      }
      return slot;
    },

    remove(slot) {
      version += 1;
      leave(slot);
      graphs.remove(slot);
      setSearchable(slot, false);
      ids[slot] = "";
      free.push(slot);
    },

    idAt: (slot) => ids[slot] ?? "",
    generationAt: generations.get,
    groupAt: group.get,
    vectorAt: vectors.at,
    isSearchable,
    score: vectors.score,
    scan: vectors.scan,

    slotsOf(ordinal) {
      const slots: number[] = [];
      for (let at = groups.get(ordinal).head; at > 0; at = next.get(at - 1)) slots.push(at - 1);
      return slots;
    },

    cut() {
      const [cutIds, cutGroups, kept] = [ids.slice(), groups.copy(), new Map<number, Float32Array>()];
      const [cutGroup, cutGenerations] = [group.copy(ids.length), generations.copy(ids.length)];
      const preserve = (slot: number) => {
        if (slot < cutIds.length && !kept.has(slot)) kept.set(slot, vectors.at(slot).slice());
      };
      cuts.add(preserve);
      return {
        ids: cutIds,
        rowAt(slot) {
          const at = cutGroups[cutGroup[slot] ?? 0];
          if (!at) return undefined;
          const { documentId, metadata } = at;
          const [id, generation] = [cutIds[slot] as string, cutGenerations[slot] as number];
          return { id, documentId, generation, metadata };
        },
        vectorAt: (slot) => kept.get(slot) ?? vectors.at(slot),
        release() {
          cuts.delete(preserve);
        },
      };
    },
  };
}
