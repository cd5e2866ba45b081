import { createDistinctVectors, type DistinctVectors } from "./distinct-vectors.ts";
import { createNodeSlots } from "./node-slots.ts";
import { createIndex, type Usearch } from "./usearch.ts";

/** A candidate of an index, with its approximate distance. */
export interface Proposal {
  readonly slot: number;
  readonly distance: number;
}

/** An approximate index over slots of a table. */
export interface VectorGraph {
  /** Number of vectors in the index, removed ones included. */
  readonly nodes: number;
  /** Number of removed vectors. */
  readonly dead: number;
  has(slot: number): boolean;
  /** Adds slots that the index does not contain, in order. */
  add(slots: readonly number[]): void;
  remove(slot: number): void;
  /**
   * Returns the slots of the nearest `count` nodes, the distance of the farthest node found, and the number of nodes
   * found.
   */
  nearest(question: Float32Array, count: number): { proposals: Proposal[]; farthest: number; found: number };
  /** Writes the index to a file. Returns a slot + 1 for each node, or 0 when it has been removed. */
  save(path: string): Uint32Array;
}

/** A saved index. */
export interface SavedGraph {
  readonly path: string;
  /** As `save` returned it. */
  readonly slotOfNode: Uint32Array;
}

/**
 * Creates an index, empty or from a file. Slots with the same vector share a node: equal nodes would have only each
 * other as neighbours and hide the nodes around them. Nodes are never deleted from the graph, only marked as removed,
 * because deletions degrade it; the owner builds a new graph when too many are removed.
 */
export function createVectorGraph(
  usearch: Usearch,
  dimensions: number,
  vectorAt: (slot: number) => Float32Array,
  saved?: SavedGraph,
): VectorGraph {
  const index = createIndex(usearch, dimensions);
  const slots = createNodeSlots(saved?.slotOfNode);
  let distinct: DistinctVectors | undefined;
  if (saved) {
    index.load(saved.path);
    if (Number(index.size()) !== slots.nodes)
      throw new Error("The saved index has a different number of vectors.");
  }

  function nodeVector(node: number): Float32Array | undefined {
    const slot = slots.slotOf(node);
    return slot >= 0 ? vectorAt(slot) : undefined;
  }

  return {
    get nodes() {
      return slots.nodes;
    },
    get dead() {
      return slots.nodes - slots.live;
    },
    has: slots.has,
    remove: slots.remove,

    add(added) {
      distinct ??= createDistinctVectors(slots.nodes, nodeVector);
      const [keys, vectors] = [[] as bigint[], new Float32Array(added.length * dimensions)];
      for (const slot of added) {
        const vector = vectorAt(slot);
        const twin = distinct.find(vector);
        if (twin >= 0) {
          slots.share(twin, slot);
          continue;
        }
        vectors.set(vector, keys.length * dimensions);
        keys.push(BigInt(slots.nodes));
        distinct.add(slots.nodes, vector);
        slots.add(slot);
      }
      // One thread, so that the same vectors in the same order produce the same index.
      if (keys.length > 0)
        index.add(BigUint64Array.from(keys), vectors.subarray(0, keys.length * dimensions), 1);
    },

    nearest(question, count) {
      const { keys, distances } = index.search(question, count, 1);
      const proposals: Proposal[] = [];
      for (const [at, key] of keys.entries()) {
        const distance = distances[at] as number;
        for (const slot of slots.slotsOf(Number(key))) proposals.push({ slot, distance });
      }
      return { proposals, farthest: distances[keys.length - 1] ?? 0, found: keys.length };
    },

    save(path) {
      index.save(path);
      return slots.copy();
    },
  };
}
