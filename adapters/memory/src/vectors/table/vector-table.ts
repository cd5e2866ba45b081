import type { Metadata } from "@quarry/schema";
import { createBitColumn } from "../columns/bit-column.ts";
import { createGroupMembers } from "../columns/group-members.ts";
import { createNumberColumn } from "../columns/number-column.ts";
import { createRecordGroups, type RecordGroup, type RecordGroups } from "../columns/record-groups.ts";
import { normalise } from "../columns/vector-arithmetic.ts";
import { createVectorBlocks, type EncodedVector, type VectorBlocks } from "../columns/vector-blocks.ts";
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
  /** Returns the vector as it is stored. */
  encodedAt(slot: number): EncodedVector;
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
  /** Adds a row whose vector is in the table's encoding. */
  restore(row: Omit<TableRow, "vector">, vector: EncodedVector): void;
  remove(slot: number): void;
  /** Returns "" for a free slot. */
  idAt(slot: number): string;
  generationAt(slot: number): number;
  /** Returns the ordinal of the slot's group; 0 for a free slot. */
  groupAt(slot: number): number;
  /** Returns the slots of a group. */
  slotsOf(group: number): number[];
  /** Returns a slot's vector, valid until the next `put`. */
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
  const members = createGroupMembers(groups);
  const generations = createNumberColumn();
  const searchable = createBitColumn();
  const normalised = new Float32Array(dimensions);
  const preserved = createPreservedVectors(vectors.encodedAt);
  let version = 0;
  const graphs = createVectorGraphs(dimensions, {
    ...{ at: vectors.at, isSearchable: searchable.get, slots: () => ids.length },
    size: () => ids.length - free.length,
  });

  function write(slot: number, isNew: boolean, vector: Float32Array) {
    const isFindable = normalise(vector, normalised);
    // An unchanged vector keeps its node in the index.
    if (!isNew && vectors.holds(slot, normalised)) return;
    preserved.beforeWrite(slot);
    graphs.remove(slot);
    vectors.write(slot, normalised);
    searchable.set(slot, isFindable);
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
      members.assign(slot, ordinal);
      return slot;
    },

    restore(row, vector) {
      version += 1;
      const slot = ids.length;
      ids[slot] = row.id;
      vectors.writeEncoded(slot, vector);
      searchable.set(
        slot,
        vector.numbers.some((number) => number !== 0),
      );
      generations.set(slot, row.generation);
      members.assign(slot, groups.find(row.documentId, row.metadata));
    },

    remove(slot) {
      version += 1;
      members.leave(slot);
      graphs.remove(slot);
      searchable.set(slot, false);
      ids[slot] = "";
      free.push(slot);
    },

    idAt: (slot) => ids[slot] ?? "",
    generationAt: generations.get,
    groupAt: members.groupAt,
    vectorAt: vectors.at,
    isSearchable: searchable.get,
    score: vectors.score,
    scan: vectors.scan,

    slotsOf: members.slotsOf,

    cut: () => ({
      ...rowsAt(ids.slice(), generations.copy(ids.length), members.copy(ids.length), groups.copy()),
      ...preserved.open(ids.length),
    }),
  };
}

/** Copies vectors that are overwritten while a `TableCut` is open. */
function createPreservedVectors(at: (slot: number) => EncodedVector) {
  const open = new Set<(slot: number) => void>();
  return {
    beforeWrite(slot: number) {
      for (const preserve of open) preserve(slot);
    },
    open(length: number): Pick<TableCut, "encodedAt" | "release"> {
      const copies = new Map<number, EncodedVector>();
      const preserve = (slot: number) => {
        if (slot >= length || copies.has(slot)) return;
        const { scale, numbers } = at(slot);
        copies.set(slot, { scale, numbers: numbers.slice() });
      };
      open.add(preserve);
      return {
        encodedAt: (slot) => copies.get(slot) ?? at(slot),
        release: () => void open.delete(preserve),
      };
    },
  };
}

function rowsAt(
  ids: readonly string[],
  generations: Uint32Array,
  groupAt: Uint32Array,
  groups: readonly (RecordGroup | undefined)[],
): Pick<TableCut, "ids" | "rowAt"> {
  return {
    ids,
    rowAt(slot) {
      const group = groups[groupAt[slot] ?? 0];
      if (!group) return undefined;
      const { documentId, metadata } = group;
      return { id: ids[slot] as string, documentId, generation: generations[slot] as number, metadata };
    },
  };
}
