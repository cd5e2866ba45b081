import { createNumberColumn } from "../columns/number-column.ts";
import { createDistinctVectors, type DistinctVectors } from "./distinct-vectors.ts";
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
  // Both store number + 1, so that 0 means none.
  const slotOfNode = createNumberColumn(saved?.slotOfNode);
  const nodeOfSlot = createNumberColumn();
  /** The additional slots of nodes with several slots. */
  const twins = new Map<number, Set<number>>();
  let [nodes, live] = [0, 0];
  let distinct: DistinctVectors | undefined;
  if (saved) {
    index.load(saved.path);
    nodes = Number(index.size());
    if (nodes !== saved.slotOfNode.length)
      throw new Error("The saved index has a different number of vectors.");
    for (const [node, slot] of saved.slotOfNode.entries()) {
      if (slot === 0) continue;
      nodeOfSlot.set(slot - 1, node + 1);
      live += 1;
    }
  }

  function nodeVector(node: number): Float32Array | undefined {
    const slot = slotOfNode.get(node);
    return slot > 0 ? vectorAt(slot - 1) : undefined;
  }

  return {
    get nodes() {
      return nodes;
    },
    get dead() {
      return nodes - live;
    },
    has: (slot) => nodeOfSlot.get(slot) > 0,

    add(slots) {
      distinct ??= createDistinctVectors(nodes, nodeVector);
      const [keys, vectors] = [[] as bigint[], new Float32Array(slots.length * dimensions)];
      for (const slot of slots) {
        const vector = vectorAt(slot);
        const twin = distinct.find(vector);
        if (twin >= 0) twins.set(twin, (twins.get(twin) ?? new Set()).add(slot));
        else {
          vectors.set(vector, keys.length * dimensions);
          keys.push(BigInt(nodes));
          distinct.add(nodes, vector);
          slotOfNode.set(nodes, slot + 1);
          nodes += 1;
          live += 1;
        }
        nodeOfSlot.set(slot, (twin >= 0 ? twin : nodes - 1) + 1);
      }
      // One thread, so that the same vectors in the same order produce the same index.
      if (keys.length > 0)
        index.add(BigUint64Array.from(keys), vectors.subarray(0, keys.length * dimensions), 1);
    },

    remove(slot) {
      const node = nodeOfSlot.get(slot) - 1;
      if (node < 0) return;
      nodeOfSlot.set(slot, 0);
      const others = twins.get(node);
      if (!others?.delete(slot)) {
        // Another slot of the node takes its place, if there is one.
        const [replacement] = others ?? [];
        if (replacement === undefined) live -= 1;
        else others?.delete(replacement);
        slotOfNode.set(node, replacement === undefined ? 0 : replacement + 1);
      }
      if (others?.size === 0) twins.delete(node);
    },

    nearest(question, count) {
      const { keys, distances } = index.search(question, count, 1);
      const proposals: Proposal[] = [];
      for (const [at, key] of keys.entries()) {
        const [node, distance] = [Number(key), distances[at] as number];
        const slot = slotOfNode.get(node) - 1;
        if (slot < 0) continue;
        proposals.push({ slot, distance });
        for (const twin of twins.get(node) ?? []) proposals.push({ slot: twin, distance });
      }
      return { proposals, farthest: distances[keys.length - 1] ?? 0, found: keys.length };
    },

    save(path) {
      index.save(path);
      return slotOfNode.copy(nodes);
    },
  };
}
