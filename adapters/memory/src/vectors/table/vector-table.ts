import type { Metadata } from "@quarry/schema";
import { createBitColumn } from "../columns/bit-column.ts";
import { createGroupMembers } from "../columns/group-members.ts";
import { createNumberColumn } from "../columns/number-column.ts";
import { createRecordGroups, type RecordGroup, type RecordGroups } from "../columns/record-groups.ts";
import { normalise } from "../columns/vector-arithmetic.ts";
import {
  createVectorBlocks,
  type EncodedVector,
  type StoredVectors,
  type VectorBlocks,
} from "../columns/vector-blocks.ts";
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

/** The rows of a table in columns, without free slots. */
export interface TableColumns {
  readonly ids: string[];
  readonly generations: Uint32Array;
  /** For each row, the index of its group in `documents`. */
  readonly groups: Uint32Array;
  readonly documents: readonly (readonly [documentId: string, metadata: Metadata])[];
  /** The rows with zero vectors. */
  readonly zeros: Uint32Array;
  readonly vectors: StoredVectors;
}

/** A snapshot of a table's rows, unaffected by later changes. */
export interface TableCut {
  readonly ids: readonly string[];
  readonly generations: Uint32Array;
  /** Returns the slot's group; undefined for a free slot. */
  groupOf(slot: number): RecordGroup | undefined;
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
  touch: VectorBlocks["touch"];
  score: VectorBlocks["score"];
  scan: VectorBlocks["scan"];
  cut(): TableCut;
  /** Replaces the vectors by the same ones, without a copy. Only for a table without free slots. */
  adopt: VectorBlocks["adopt"];
}

/**
 * Creates a table for vectors of `dimensions` numbers.
 * @param initial Its rows; takes over the arrays.
 */
export function createVectorTable(key: TableKey, dimensions: number, initial?: TableColumns): VectorTable {
  const vectors = createVectorBlocks(dimensions);
  const ids = initial?.ids ?? [];
  const free: number[] = [];
  const groups = createRecordGroups();
  const ordinals =
    initial?.documents.map(([documentId, metadata]) => groups.find(documentId, metadata)) ?? [];
  const members = createGroupMembers(
    groups,
    initial?.groups.map((group) => ordinals[group] as number),
  );
  const generations = createNumberColumn(initial?.generations);
  const searchable = createBitColumn(ids.length);
  if (initial) vectors.adopt(initial.vectors);
  for (const slot of initial?.zeros ?? []) searchable.set(slot, false);
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
    touch: vectors.touch,
    score: vectors.score,
    scan: vectors.scan,

    slotsOf: members.slotsOf,
    adopt: vectors.adopt,

    cut() {
      const [groupAt, groupsNow] = [members.copy(ids.length), groups.copy()];
      return {
        ids: ids.slice(),
        generations: generations.copy(ids.length),
        groupOf: (slot) => groupsNow[groupAt[slot] ?? 0],
        ...preserved.open(ids.length),
      };
    },
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
