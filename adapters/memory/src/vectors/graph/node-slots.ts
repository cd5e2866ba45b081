import { createNumberColumn } from "../columns/number-column.ts";

/** Maps the nodes of a graph to the slots of a table. Slots with the same vector share a node. */
export interface NodeSlots {
  /** Number of nodes, removed ones included. */
  readonly nodes: number;
  /** Number of nodes that have a slot. */
  readonly live: number;
  /** Returns whether a slot has a node. */
  has(slot: number): boolean;
  /** Returns a slot of a node; -1 for a removed node. */
  slotOf(node: number): number;
  /** Returns all slots of a node. */
  slotsOf(node: number): number[];
  /** Adds a node for a slot. */
  add(slot: number): void;
  /** Adds a slot to an existing node. */
  share(node: number, slot: number): void;
  /** Removes a slot. A node without slots counts as removed. */
  remove(slot: number): void;
  /** Returns a slot + 1 for each node, or 0 when it has been removed. */
  copy(): Uint32Array;
}

/** Creates the slots of the nodes of a graph. @param saved The slots as `copy` returned them. */
export function createNodeSlots(saved?: Uint32Array): NodeSlots {
  // Both store number + 1, so that 0 means none.
  const slotOfNode = createNumberColumn(saved);
  const nodeOfSlot = createNumberColumn();
  /** The additional slots of nodes with several slots. */
  const twins = new Map<number, Set<number>>();
  let [nodes, live] = [saved?.length ?? 0, 0];
  for (const [node, slot] of saved?.entries() ?? []) {
    if (slot === 0) continue;
    nodeOfSlot.set(slot - 1, node + 1);
    live += 1;
  }
  const slotOf = (node: number) => slotOfNode.get(node) - 1;

  return {
    get nodes() {
      return nodes;
    },
    get live() {
      return live;
    },
    has: (slot) => nodeOfSlot.get(slot) > 0,
    slotOf,

    slotsOf(node) {
      const slot = slotOf(node);
      return slot < 0 ? [] : [slot, ...(twins.get(node) ?? [])];
    },

    add(slot) {
      slotOfNode.set(nodes, slot + 1);
      nodeOfSlot.set(slot, nodes + 1);
      nodes += 1;
      live += 1;
    },

    share(node, slot) {
      twins.set(node, (twins.get(node) ?? new Set()).add(slot));
      nodeOfSlot.set(slot, node + 1);
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

    copy: () => slotOfNode.copy(nodes),
  };
}
