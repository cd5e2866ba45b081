import { createNumberColumn } from "../columns/number-column.ts";
import { createDistinctVectors, type DistinctVectors } from "./distinct-vectors.ts";
import { createIndex, type Usearch } from "./usearch.ts";

/** What an index proposes, best first by its own rough distance. */
export interface Proposal {
  readonly slot: number;
  readonly distance: number;
}

/** An approximate index over some slots of a table. */
export interface VectorGraph {
  /** Vectors in the index, those included that have been removed since. */
  readonly nodes: number;
  /** How many of them have been removed. */
  readonly dead: number;
  has(slot: number): boolean;
  /** Adds slots that are not in it, one after the other. */
  add(slots: readonly number[]): void;
  remove(slot: number): void;
  /** The slots of the nearest `count` nodes, and the distance of the farthest node there was. */
  nearest(question: Float32Array, count: number): { proposals: Proposal[]; farthest: number; found: number };
  /** Writes the index to a file; the answer is a slot + 1 of each node, or 0 when it has been removed. */
  save(path: string): Uint32Array;
}

/** An index that was saved. */
export interface SavedGraph {
  readonly path: string;
  /** As `save` answered. */
  readonly slotOfNode: Uint32Array;
}

/**
 * Creates an index, empty or as it was saved. Slots with the same vector share a node: many equal nodes would have
 * only each other for neighbours and hide what is around them. Nodes are never taken out, only forgotten, as taking
 * them out would wear the index down; whoever holds it builds a new one when too many are dead.
 */
export function createVectorGraph(
  usearch: Usearch,
  dimensions: number,
  vectorAt: (slot: number) => Float32Array,
  saved?: SavedGraph,
): VectorGraph {
  const index = createIndex(usearch, dimensions);
  // Both by number + 1, so that 0 is none.
  const slotOfNode = createNumberColumn(saved?.slotOfNode);
  const nodeOfSlot = createNumberColumn();
  /** The other slots of nodes that have several. */
  const twins = new Map<number, Set<number>>();
  let [nodes, live] = [0, 0];
  let distinct: DistinctVectors | undefined;
  if (saved) {
    index.load(saved.path);
    nodes = Number(index.size());
    if (nodes !== saved.slotOfNode.length)
      throw new Error("The saved index holds another number of vectors.");
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
      // One thread: the same vectors in the same order make the same index.
      if (keys.length > 0)
        index.add(BigUint64Array.from(keys), vectors.subarray(0, keys.length * dimensions), 1);
    },

    remove(slot) {
      const node = nodeOfSlot.get(slot) - 1;
      if (node < 0) return;
      nodeOfSlot.set(slot, 0);
      const others = twins.get(node);
      if (!others?.delete(slot)) {
        // Another slot stands for the node from now on, if there is one.
        const [heir] = others ?? [];
        if (heir === undefined) live -= 1;
        else others?.delete(heir);
        slotOfNode.set(node, heir === undefined ? 0 : heir + 1);
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
