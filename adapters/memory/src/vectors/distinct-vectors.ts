/** Finds the node that has exactly a given vector; a table of numbers, as a Map would be as large as the index. */
export interface DistinctVectors {
  /** The node with this vector, or -1. */
  find(vector: Float32Array): number;
  add(node: number, vector: Float32Array): void;
}

/** Nodes as whoever uses the table sees them; undefined for a node that is dead. */
export interface NodeVectors {
  count(): number;
  at(node: number): Float32Array | undefined;
}

/** Creates the table of the nodes there are. */
export function createDistinctVectors(nodes: NodeVectors): DistinctVectors {
  // Each place holds a node + 1; a search ends at the first empty one.
  let places = new Uint32Array(0);
  let taken = 0;

  function enter(node: number, vector: Float32Array) {
    let at = hashOf(vector) & (places.length - 1);
    while (places[at] !== 0) at = (at + 1) & (places.length - 1);
    places[at] = node + 1;
    taken += 1;
  }

  /** Dead nodes are left behind. */
  function rebuild() {
    places = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(64, nodes.count() * 1.8))));
    taken = 0;
    for (let node = 0; node < nodes.count(); node += 1) {
      const vector = nodes.at(node);
      if (vector) enter(node, vector);
    }
  }

  rebuild();
  return {
    find(vector) {
      for (
        let at = hashOf(vector) & (places.length - 1);
        places[at] !== 0;
        at = (at + 1) & (places.length - 1)
      ) {
        const node = (places[at] as number) - 1;
        const other = nodes.at(node);
        if (other && isEqual(other, vector)) return node;
      }
      return -1;
    },

    add(node, vector) {
      if (taken >= places.length * 0.8) rebuild();
      enter(node, vector);
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
