import { createNumberColumn } from "./number-column.ts";
import type { RecordGroups } from "./record-groups.ts";

/** Assigns the slots of a table to its groups. */
export interface GroupMembers {
  /** Returns the ordinal of the slot's group; 0 for a slot without a group. */
  groupAt(slot: number): number;
  /** Returns the slots of a group. */
  slotsOf(ordinal: number): number[];
  /** Moves a slot to a group. A group that loses its last slot is removed. */
  assign(slot: number, ordinal: number): void;
  /** Removes a slot from its group. */
  leave(slot: number): void;
  /** Returns a copy of the groups of the first `length` slots. */
  copy(length: number): Uint32Array;
}

/**
 * Creates the members of groups that have none.
 * @param initial The ordinals of the first slots.
 */
export function createGroupMembers(groups: RecordGroups, initial = new Uint32Array(0)): GroupMembers {
  const group = createNumberColumn(initial);
  // The slots of a group form a doubly linked list; each link is a slot + 1.
  const links = linkSlots(groups, initial);
  const [next, previous] = [createNumberColumn(links.next), createNumberColumn(links.previous)];

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

  return {
    groupAt: group.get,
    leave,

    assign(slot, ordinal) {
      if (group.get(slot) === ordinal) return;
      if (group.get(slot) > 0) leave(slot);
      const joined = groups.get(ordinal);
      group.set(slot, ordinal);
      next.set(slot, joined.head);
      previous.set(slot, 0);
      if (joined.head > 0) previous.set(joined.head - 1, slot + 1);
      joined.head = slot + 1;
      joined.size += 1;
    },

    slotsOf(ordinal) {
      const slots: number[] = [];
      for (let at = groups.get(ordinal).head; at > 0; at = next.get(at - 1)) slots.push(at - 1);
      return slots;
    },

    copy: group.copy,
  };
}

/** Links the slots of new groups. In flat arrays, because a start waits for it. */
function linkSlots(
  groups: RecordGroups,
  ordinals: Uint32Array,
): { next: Uint32Array; previous: Uint32Array } {
  const [next, previous] = [new Uint32Array(ordinals.length), new Uint32Array(ordinals.length)];
  for (let slot = 0; slot < ordinals.length; slot += 1) {
    const joined = groups.get(ordinals[slot] as number);
    next[slot] = joined.head;
    if (joined.head > 0) previous[joined.head - 1] = slot + 1;
    joined.head = slot + 1;
    joined.size += 1;
  }
  return { next, previous };
}
