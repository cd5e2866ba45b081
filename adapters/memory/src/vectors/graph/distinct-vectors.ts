/**
 * Finds the node with exactly a given vector. A hash table of numbers, because a Map would be as large as the index.
 */
export interface DistinctVectors {
  /** Returns the node with this vector, or -1. */
  find(vector: Float32Array): number;
  add(node: number, vector: Float32Array): void;
}

/** Returns the vector of a node; undefined for a removed node. */
export type NodeVector = (node: number) => Float32Array | undefined;

/** Existing nodes to enter per call, so that no call takes long. */
const ENTERED_PER_CALL = 500;

/** Creates the table. `known` nodes exist already and are entered in steps as others are added. */
export function createDistinctVectors(known: number, vectorOf: NodeVector): DistinctVectors {
  // Pairs of a hash and a node + 1. A search ends at the first pair without a node.
  let pairs = new Uint32Array(2 * 64);
  let [taken, entered] = [0, 0];

  function placeOf(hash: number): number {
    return 2 * (hash & (pairs.length / 2 - 1));
  }

  function enter(hash: number, entry: number) {
    let at = placeOf(hash);
    while (pairs[at + 1] !== 0) at = (at + 2) % pairs.length;
    pairs[at] = hash;
    pairs[at + 1] = entry;
  }

  function add(node: number, vector: Float32Array) {
    if (taken >= pairs.length * 0.4) {
      const before = pairs;
      pairs = new Uint32Array(before.length * 2);
      for (let at = 0; at < before.length; at += 2)
        if (before[at + 1] !== 0) enter(before[at] as number, before[at + 1] as number);
    }
    enter(hashOf(vector), node + 1);
    taken += 1;
  }

  return {
    find(vector) {
      const hash = hashOf(vector);
      for (let at = placeOf(hash); pairs[at + 1] !== 0; at = (at + 2) % pairs.length) {
        if (pairs[at] !== hash) continue;
        const node = (pairs[at + 1] as number) - 1;
        const other = vectorOf(node);
        if (other && isEqual(other, vector)) return node;
      }
      return -1;
    },

    add(node, vector) {
      for (const end = Math.min(known, entered + ENTERED_PER_CALL); entered < end; entered += 1) {
        const earlier = vectorOf(entered);
        if (earlier) add(entered, earlier);
      }
      add(node, vector);
    },
  };
}

function isEqual(a: Float32Array, b: Float32Array): boolean {
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

function hashOf(vector: Float32Array): number {
  let hash = 0;
  for (let index = 0; index < vector.length; index += 1)
    hash = Math.imul(hash ^ ((vector[index] as number) * 0x40000000), 0x9e3779b1) ^ (hash >>> 15);
  return (hash ^ (hash >>> 16)) >>> 0;
}
