import { createNumberColumn } from "./number-column.ts";
import { createIndex, type Index, type Usearch } from "./usearch.ts";

/** What an index proposes, best first by its own rough distance. */
export interface Proposals {
  /** -1 for a vector that has been removed or replaced since. */
  readonly slots: readonly number[];
  readonly distances: Float32Array;
}

/** An approximate index over some slots of a table. */
export interface VectorGraph {
  /** Vectors in the index, those included that have been removed since. */
  readonly nodes: number;
  /** How many of them have been removed. */
  readonly dead: number;
  has(slot: number): boolean;
  /** Adds vectors, one after the other, for slots that are not in it. */
  add(slots: readonly number[], vectors: Float32Array): void;
  remove(slot: number): void;
  nearest(question: Float32Array, count: number): Proposals;
  /** Writes the index to a file; the answer is each node's slot + 1, or 0 when it has been removed. */
  save(path: string): Uint32Array;
}

/** An index that was saved. */
export interface SavedGraph {
  readonly path: string;
  /** As `save` answered. */
  readonly slotOfNode: Uint32Array;
}

/**
 * Creates an index, empty or as it was saved. Nodes are never taken out of it, only forgotten, as taking them out
 * would wear it down; whoever holds it builds a new one when too many are dead.
 */
export function createVectorGraph(usearch: Usearch, dimensions: number, saved?: SavedGraph): VectorGraph {
  const index: Index = createIndex(usearch, dimensions);
  // Both by number + 1, so that 0 is none.
  const slotOfNode = createNumberColumn(saved?.slotOfNode);
  const nodeOfSlot = createNumberColumn();
  let [nodes, live] = [0, 0];
  if (saved) {
    index.load(saved.path);
    nodes = index.size();
    if (nodes !== saved.slotOfNode.length)
      throw new Error("The saved index holds another number of vectors.");
    for (const [node, slot] of saved.slotOfNode.entries()) {
      if (slot === 0) continue;
      nodeOfSlot.set(slot - 1, node + 1);
      live += 1;
    }
  }

  return {
    get nodes() {
      return nodes;
    },
    get dead() {
      return nodes - live;
    },
    has: (slot) => nodeOfSlot.get(slot) > 0,

    add(slots, vectors) {
      const keys = BigUint64Array.from(slots, (_, at) => BigInt(nodes + at));
      // One thread: the same vectors in the same order make the same index.
      index.add(keys, vectors, 1);
      for (const slot of slots) {
        slotOfNode.set(nodes, slot + 1);
        nodes += 1;
        nodeOfSlot.set(slot, nodes);
        live += 1;
      }
    },

    remove(slot) {
      const node = nodeOfSlot.get(slot);
      if (node === 0) return;
      nodeOfSlot.set(slot, 0);
      slotOfNode.set(node - 1, 0);
      live -= 1;
    },

    nearest(question, count) {
      const found = index.search(question, count, 1);
      return {
        slots: Array.from(found.keys, (key) => slotOfNode.get(Number(key)) - 1),
        distances: found.distances,
      };
    },

    save(path) {
      index.save(path);
      return slotOfNode.copy(nodes);
    },
  };
}
